"""Writes what follows from the OpenAPI document: `python3 clients/python/generate.py`.

The build of the package runs it by itself wherever the document stands beside it, so that no output is ever older than that.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from generator.document import Document
from generator.methods import Methods
from generator.operations import Operations
from generator.types import Types

HERE = Path(__file__).resolve().parent
DOCUMENT = HERE.parent.parent / "openapi" / "openapi.json"
VERIFIER = HERE.parent.parent / "examples" / "verify.py"
PACKAGE = HERE / "croupier"


def generate() -> None:
    document = Document(DOCUMENT)
    types = Types(document)
    operations = Operations(document, types).all
    write("operations.py", Methods(operations, is_async=False).text())
    write("async_operations.py", Methods(operations, is_async=True).text())
    write("types.py", types.text())
    shutil.copyfile(VERIFIER, PACKAGE / "recipe.py")


def write(name: str, text: str) -> None:
    (PACKAGE / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    generate()
