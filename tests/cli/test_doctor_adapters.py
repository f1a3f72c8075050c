"""`rostra doctor` on foreign tools: what is missing is said before a run misses it."""

import sys
from pathlib import Path

from rostra.doctor.adapters import check_adapters
from rostra.settings import load_settings

FILE = Path(__file__).resolve().parents[1] / "tools" / "adapters" / "chinatimes.yaml"
SERVER = '[[mcp]]\nprefix = "team"\ncommand = ["{}"]\n'
SERVICE = (
    f'[[rest]]\nprefix = "times"\nopenapi = "{FILE}"\nbase_url = "http://127.0.0.1:9"\n'
    '[rest.operations.quote]\noperation = "getQuote"\n'
)


def test_each_missing_thing_is_named_with_its_remedy(tmp_path: Path) -> None:
    table = {
        "": ("off", "no servers"),
        SERVER.format(sys.executable) + SERVICE: ("ok", "team, times"),
        SERVER.format("no-such-program"): ("fail", "there is no program no-such-program"),
        SERVER.format(sys.executable) + 'pass_env = ["NOT_SET"]': ("fail", "NOT_SET is not set"),
        '[[mcp]]\nprefix = "a"\nurl = "http://a.example"\ntoken_env = "NOT_SET"': (
            "fail",
            "NOT_SET",
        ),
        SERVICE.replace("getQuote", "getNothing"): ("fail", "has no operation getNothing"),
        SERVICE.replace(".yaml", ".json"): ("fail", "cannot be read"),
        SERVICE.replace('base_url = "http://127.0.0.1:9"\n', ""): ("fail", "has no address"),
        SERVICE.replace("[rest.", 'auth = { env = "NOT_SET" }\n[rest.'): ("fail", "NOT_SET is not"),
        '[plugins]\nnobody = "L2"': ("fail", "the plugin nobody"),
    }
    wrong = []
    for text, (status, wanted) in table.items():
        (tmp_path / "rostra.toml").write_text(text, "utf-8")
        found = check_adapters(load_settings(environ={"HOME": "/nowhere"}, folder=tmp_path))
        if found[0] != status or wanted not in str(found[1]) or (status == "fail" and not found[2]):
            wrong.append((text[-60:], found))

    assert wrong == []
