"""Write sbom.json: what the core install is made of, as CycloneDX 1.6.

Versions and hashes come from the lock, licences and dependencies from the packages as installed.
No clock and no random number takes part, so the same lock gives the same bytes.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import NormalizedName, canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.lock"

_PIN = re.compile(r"^(?P<name>[a-z0-9-]+)==(?P<version>\S+)(?: ; (?P<marker>[^\\]+?))? \\$")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")

Json = dict[str, object]


@dataclass(frozen=True)
class Pin:
    """One package of a lock; `marker` says on which systems it is wanted."""

    name: str
    version: str
    marker: str | None
    hashes: list[str] = field(default_factory=list)

    @property
    def ref(self) -> str:
        return f"pkg:pypi/{self.name}@{self.version}"

    @property
    def is_wanted_here(self) -> bool:
        return self.marker is None or Marker(self.marker).evaluate()


def read_lock(path: Path = LOCK) -> list[Pin]:
    pins: list[Pin] = []
    for line in path.read_text("utf-8").splitlines():
        if found := _PIN.match(line):
            pins.append(Pin(found["name"], found["version"], found["marker"]))
        elif found := _HASH.search(line):
            pins[-1].hashes.append(found[1])
        elif line.strip():
            raise ValueError(f"{path.name}: this line is neither a pin nor a hash: {line}")
    return pins


def installed(name: str) -> metadata.Distribution | None:
    try:
        return metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return None


def licence(found: metadata.Distribution) -> Json | None:
    """What the package says of itself, best form first."""
    about = found.metadata
    if "License-Expression" in about:
        return {"expression": about["License-Expression"]}
    kinds = [line for line in about.get_all("Classifier") or [] if line.startswith("License ::")]
    if kinds:
        return {"license": {"name": " AND ".join(line.rpartition(" :: ")[2] for line in kinds)}}
    stated = about["License"].strip() if "License" in about else ""
    return {"license": {"name": stated.splitlines()[0]}} if stated else None


def component(pin: Pin) -> Json:
    made: Json = {
        "type": "library",
        "bom-ref": pin.ref,
        "name": pin.name,
        "version": pin.version,
        "purl": pin.ref,
        "hashes": [{"alg": "SHA-256", "content": value} for value in sorted(pin.hashes)],
    }
    found = installed(pin.name)
    stated = licence(found) if found else None
    if stated:
        made["licenses"] = [stated]
    if pin.marker:
        made["scope"] = "optional"
        made["properties"] = [{"name": "rostra:marker", "value": pin.marker}]
    return made


def needs(name: str, refs: Mapping[NormalizedName, str]) -> list[str]:
    """The locked packages that `name` asks for on this system."""
    found = installed(name)
    wanted = [Requirement(line) for line in (found.requires if found else None) or []]
    names = {canonicalize_name(item.name) for item in wanted if _applies(item)}
    return sorted(refs[item] for item in names if item in refs)


def _applies(item: Requirement) -> bool:
    return item.marker is None or item.marker.evaluate({"extra": ""})


def bill(pins: Iterable[Pin]) -> Json:
    pins = list(pins)
    refs = {canonicalize_name(pin.name): pin.ref for pin in pins}
    version = metadata.version("rostra")
    ourselves = f"pkg:pypi/rostra@{version}"
    body: Json = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": ourselves,
                "name": "rostra",
                "version": version,
                "licenses": [{"license": {"id": "Apache-2.0"}}],
            }
        },
        "components": [component(pin) for pin in pins],
        "dependencies": [
            {"ref": ourselves, "dependsOn": needs("rostra", refs)},
            *({"ref": pin.ref, "dependsOn": needs(pin.name, refs)} for pin in pins),
        ],
    }
    serial = uuid5(NAMESPACE_URL, json.dumps(body, sort_keys=True))
    return {**body, "serialNumber": f"urn:uuid:{serial}"}


def main() -> None:
    pins = read_lock()
    made = json.dumps(bill(pins), indent=2, ensure_ascii=False, sort_keys=True)
    (ROOT / "sbom.json").write_text(made + "\n", encoding="utf-8")
    unknown = [
        pin.name
        for pin in pins
        if pin.is_wanted_here and not ((found := installed(pin.name)) and licence(found))
    ]
    print(f"sbom.json: {len(pins)} packages")
    if unknown:
        print(f"no licence stated by: {', '.join(unknown)}")


if __name__ == "__main__":
    main()
