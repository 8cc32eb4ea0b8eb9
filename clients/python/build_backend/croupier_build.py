"""Builds the package by PEP 517, with the standard library only. Builds are reproducible.

In the tree it first generates the code from the OpenAPI document; a source distribution contains it.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import hashlib
import io
import re
import runpy
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT.parent.parent / "openapi" / "openapi.json"
LICENSE = ROOT.parent.parent / "LICENSE"
SOURCES = ["pyproject.toml", "README.md", "build_backend/croupier_build.py"]
EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time of a zip file
MODE = 0o644


def get_requires_for_build_wheel(config_settings: object = None) -> list[str]:
    return []


def get_requires_for_build_sdist(config_settings: object = None) -> list[str]:
    return []


def build_wheel(wheel_directory: str, config_settings: object = None, metadata_directory: str | None = None) -> str:
    generate()
    project = Project()
    files = {**package_files(), **project.metadata()}
    record = f"{project.info}/RECORD"
    lines = [f"{name},sha256={digest(data)},{len(data)}" for name, data in files.items()]
    files[record] = "\n".join([*lines, f"{record},,", ""]).encode()
    name = f"{project.stem}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w") as wheel:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = MODE << 16
            wheel.writestr(entry, data)
    return name


def build_sdist(sdist_directory: str, config_settings: object = None) -> str:
    generate()
    project = Project()
    own = {name: (ROOT / name).read_bytes() for name in SOURCES}
    files = {**package_files(), **own, **license_file(), "PKG-INFO": project.core_metadata()}
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path, data in sorted(files.items()):
            entry = tarfile.TarInfo(f"{project.stem}/{path}")
            entry.size, entry.mode = len(data), MODE
            archive.addfile(entry, io.BytesIO(data))
    name = f"{project.stem}.tar.gz"
    (Path(sdist_directory) / name).write_bytes(gzip.compress(packed.getvalue(), mtime=0))
    return name


class Project:
    """The fields of pyproject.toml, one per line, because Python 3.10 has no TOML parser."""

    def __init__(self) -> None:
        text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
        table = text.split("[project]\n", 1)[1].split("\n[", 1)[0]
        self.fields = dict(re.findall(r'^([a-z-]+) = "(.*)"$', table, re.MULTILINE))
        self.license = re.findall(r'^license = \{ text = "(.*)" \}$', table, re.MULTILINE)[0]
        self.stem = f"{self.fields['name']}-{self.fields['version']}"
        self.info = f"{self.stem}.dist-info"

    def core_metadata(self) -> bytes:
        lines = [
            "Metadata-Version: 2.1",
            f"Name: {self.fields['name']}",
            f"Version: {self.fields['version']}",
            f"Summary: {self.fields['description']}",
            f"License: {self.license}",
            f"Requires-Python: {self.fields['requires-python']}",
            "Classifier: Typing :: Typed",
            "Description-Content-Type: text/markdown",
            "",
            (ROOT / self.fields["readme"]).read_text(encoding="utf-8"),
        ]
        return "\n".join(lines).encode()

    def metadata(self) -> dict[str, bytes]:
        wheel = "Wheel-Version: 1.0\nGenerator: croupier_build\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        files = {"METADATA": self.core_metadata(), "WHEEL": wheel.encode(), **license_file()}
        return {f"{self.info}/{name}": data for name, data in files.items()}


def generate() -> None:
    if not DOCUMENT.exists():
        return
    sys.path.insert(0, str(ROOT))
    try:
        runpy.run_path(str(ROOT / "generate.py"), run_name="__main__")
    finally:
        sys.path.remove(str(ROOT))


def package_files() -> dict[str, bytes]:
    found = [*ROOT.glob("croupier/**/*.py"), *ROOT.glob("croupier/**/py.typed")]
    return {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in sorted(found)}


def license_file() -> dict[str, bytes]:
    place = LICENSE if DOCUMENT.exists() else ROOT / "LICENSE"
    return {"LICENSE": place.read_bytes()}


def digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Builds the wheel and the source distribution.", allow_abbrev=False)
    parser.add_argument("folder", type=Path, help="where they go to")
    target: Path = parser.parse_args().folder
    target.mkdir(parents=True, exist_ok=True)
    print(target / build_wheel(str(target)))
    print(target / build_sdist(str(target)))
