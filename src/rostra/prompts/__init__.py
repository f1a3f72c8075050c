"""What models are told: one file a task and language, and a loader that checks every place."""

from rostra.prompts.fence import Fence
from rostra.prompts.load import Prompt, add_prompts, load, prompt_names

__all__ = ["Fence", "Prompt", "add_prompts", "load", "prompt_names"]
