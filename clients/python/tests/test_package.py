"""The published package: built, installed in an empty environment without network, and used as documented."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
import venv
from pathlib import Path

from croupier import Croupier

from .scene import URL

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT.parent.parent / "docs" / "agents.md"
BACKEND = ROOT / "build_backend" / "croupier_build.py"


def start_with(organiser: Croupier, competition_id: str, entries: int) -> None:
    made = organiser.get_competition(competition_id)
    while made["entries"] < entries:
        made = organiser.get_competition(competition_id, after=made["version"], wait=25)
    organiser.start_competition(competition_id)


def python_in(page: Path) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


class Package(unittest.TestCase):
    folder: Path
    python: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.build(cls.folder / "dist")
        venv.create(cls.folder / "venv", with_pip=True)
        cls.python = cls.folder / "venv" / "bin" / "python"
        cls.pip("--no-index", str(next((cls.folder / "dist").glob("*.whl"))))

    @classmethod
    def build(cls, target: Path) -> None:
        subprocess.run([sys.executable, str(BACKEND), str(target)], check=True, stdout=subprocess.DEVNULL)

    @classmethod
    def pip(cls, *words: str) -> None:
        subprocess.run([str(cls.python), "-m", "pip", "install", "-q", *words], check=True, cwd=cls.folder)

    def run_installed(self, program: str, *words: str) -> str:
        environment = {"PATH": os.environ["PATH"], "CROUPIER_URL": URL}
        done = subprocess.run(
            [str(self.python), "-I", "-c", program, *words],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=240,
        )
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def test_the_same_files_give_the_same_bytes(self) -> None:
        self.build(self.folder / "again")
        for path in (self.folder / "dist").iterdir():
            again = self.folder / "again" / path.name
            self.assertEqual(*(hashlib.sha256(each.read_bytes()).hexdigest() for each in (path, again)))

    def test_the_source_distribution_builds_the_same_wheel(self) -> None:
        [packed] = (self.folder / "dist").glob("*.tar.gz")
        shutil.unpack_archive(packed, self.folder / "unpacked")
        [source] = (self.folder / "unpacked").iterdir()
        backend = source / "build_backend" / "croupier_build.py"
        subprocess.run([sys.executable, str(backend), str(self.folder / "second")], check=True, stdout=subprocess.DEVNULL)
        [wheel] = (self.folder / "dist").glob("*.whl")
        self.assertEqual((self.folder / "second" / wheel.name).read_bytes(), wheel.read_bytes())

    def test_the_code_of_the_readme_plays_games(self) -> None:
        three_lines, awaited = python_in(ROOT / "README.md")
        self.assertIn("'winners'", self.run_installed(three_lines))
        self.assertRegex(self.run_installed(awaited), r"^\[\[\d+\], \[\d+\]\]\n$")

    def test_the_agent_of_the_pages_plays_a_competition(self) -> None:
        [program] = python_in(DOCS)
        organiser = Croupier.register("Organiser", url=URL)
        made = organiser.create_competition(
            "Pages", "pascals-ruin", "roundRobin", {"perAction": 600, "onTimeout": "random"}, options={"roundsToWin": 1}
        )
        organiser.enter_competition(made["id"], bot="random")
        starter = threading.Thread(target=start_with, args=(organiser, made["id"], 2))
        starter.start()
        told = self.run_installed(program, made["id"])
        starter.join()
        self.assertRegex(told, r"(?m)^1 [\d.]+\n(1|2) [\d.]+$")

    @unittest.skipUnless(shutil.which("mypy"), "mypy is not installed: types are not checked here")
    def test_the_installed_package_has_valid_types(self) -> None:
        program = self.folder / "agent.py"
        program.write_text(TYPED, encoding="utf-8")
        settings = ["--strict", "--python-version", "3.10", "--python-executable", str(self.python)]
        checked = subprocess.run(["mypy", *settings, program.name], cwd=self.folder, capture_output=True, text=True)
        self.assertIn('agent.py:8: error: TypedDict "PascalsRuinView" has no key "dungeon"', checked.stdout)
        self.assertIn("Found 1 error", checked.stdout)


TYPED = '''from croupier import Croupier
from croupier.types import Game


def chain(game: Game) -> int:
    if game["ruleset"] == "pascals-ruin" and game["view"] is not None:
        cards = game["view"]["chain"]
        game["view"]["dungeon"]
        return len(cards)
    return 0


house = Croupier()
game = house.create_game("pascals-ruin", seats=["me", "open"])
print(chain(game), game["options"]["roundsToWin"])
'''


