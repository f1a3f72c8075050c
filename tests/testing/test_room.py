"""The testing room as its users import it."""

import subprocess
import sys

import rostra_testing


def test_every_public_name_is_there() -> None:
    for name in rostra_testing.__all__:
        assert getattr(rostra_testing, name).__name__ == name


def test_a_page_test_does_not_load_the_model_server() -> None:
    code = (
        "import sys; from rostra_testing import LocalSite; "
        "print([name for name in sys.modules if 'scripted' in name or name == 'rostra.text'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_no_twin_needs_a_package_that_is_not_ours() -> None:
    code = (
        "import sys; from rostra_testing import LocalSite, ScriptedServer, LlamaServer; "
        "print(sorted({name.partition('.')[0] for name in sys.modules} - sys.stdlib_module_names))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}; {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "['__main__', 'rostra', 'rostra_testing']"
