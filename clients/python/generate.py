"""Generates code from the OpenAPI document: `python3 clients/python/generate.py`.

The build of the package runs this if the document is in the tree, so that the code is always current.
"""

from __future__ import annotations

from pathlib import Path

from generator.document import Document
from generator.methods import Methods
from generator.operations import Operations
from generator.types import Types

HERE = Path(__file__).resolve().parent
DOCUMENT = HERE.parent.parent / "openapi" / "openapi.json"
EXAMPLES = HERE.parent.parent / "examples"
PACKAGE = HERE / "croupier"


def generate() -> None:
    document = Document(DOCUMENT)
    types = Types(document)
    operations = Operations(document, types).all
    write("operations.py", Methods(operations, is_async=False).text())
    write("async_operations.py", Methods(operations, is_async=True).text())
    write("types.py", types.text())
    verifier, results = (EXAMPLES / name for name in ("verify.py", "competition_results.py"))
    write("recipe.py", verifier.read_text(encoding="utf-8").replace("from competition_results", "from .competition_results"))
    write("competition_results.py", results.read_text(encoding="utf-8"))


def write(name: str, text: str) -> None:
    (PACKAGE / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    generate()
