import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** Returns the names of the public members by class or interface of the TypeScript client. */
function namesInTypeScript(): Map<string, string[]> {
  const folder = 'clients/typescript/src';
  const found = new Map<string, string[]>();
  for (const file of readdirSync(folder).filter((each) => each.endsWith('.ts'))) {
    const text = readFileSync(`${folder}/${file}`, 'utf8');
    for (const node of ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true).statements) {
      if (!ts.isClassDeclaration(node) && !ts.isInterfaceDeclaration(node)) continue;
      const members = [...node.members].flatMap(({ name }) => (name && ts.isIdentifier(name) ? [name.text] : []));
      found.set(node.name?.text ?? '', members);
    }
  }
  return found;
}

const IN_PYTHON = `
import ast, json, pathlib
found = {}
written = [file for file in pathlib.Path("clients/python/croupier").glob("*.py") if file.name != "types.py"]
for file in written:
    for node in ast.parse(file.read_text()).body:
        if not isinstance(node, ast.ClassDef): continue
        names = found.setdefault(node.name, [])
        for each in node.body:
            if isinstance(each, ast.AnnAssign): names.append(each.target.id)
            if not isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)): continue
            first = each.args.args[1:] if each.name == "__init__" else []
            found[f"{node.name}.{each.name}"] = [argument.arg for argument in [*first, *each.args.kwonlyargs]]
            if each.name == "__init__":
                stored = [target for line in ast.walk(each) if isinstance(line, (ast.Assign, ast.AnnAssign))
                          for target in (line.targets if isinstance(line, ast.Assign) else [line.target])]
                flat = [part for target in stored for part in (target.elts if isinstance(target, ast.Tuple) else [target])]
                names.extend(part.attr for part in flat if isinstance(part, ast.Attribute))
            else:
                names.append(each.name)
print(json.dumps(found))
`;

function namesInPython(): Record<string, string[]> {
  const { stdout, stderr } = spawnSync('python3', ['-c', IN_PYTHON], { encoding: 'utf8' });
  if (stderr !== '') throw new Error(stderr);
  return JSON.parse(stdout);
}

const camelCase = (name: string) => name.replace(/(?<=[a-z])_([a-z])/g, (_, letter) => letter.toUpperCase());
const isPublic = (name: string) => !name.startsWith('_');

const IDIOMS = {
  typescript: ['connection', 'get', 'post', 'signal', 'onWaiting', 'name'],
  python: ['request', 'close', 'stop', 'tls', 'sentence', 'decision', 'hasActed', 'checkLeft', 'move'],
};

test.each([
  ['Croupier', ['Croupier'], ['AsyncCroupier']],
  ['Its constructor', ['CroupierOptions'], ['AsyncCroupier.__init__']],
  ['turns', ['TurnsOptions'], ['AsyncCroupier.turns']],
  ['follow', ['FollowOptions'], ['AsyncCroupier.follow']],
  ['play', ['PlayOptions', 'Career'], ['AsyncCroupier.play']],
  ['Turn', ['Turn'], ['AsyncTurn', 'Position', 'Decision']],
  ['Reading', ['Reading'], ['Reading']],
  ['ProblemError', ['ProblemError'], ['ProblemError']],
])('%s has the same names in both clients', (_, inTypeScript, inPython) => {
  const typescript = namesInTypeScript();
  const python = namesInPython();
  const ours = inTypeScript.flatMap((name) => typescript.get(name) ?? []).map((name) => name.replace(/Ms$/, ''));
  const theirs = inPython.flatMap((name) => python[name] ?? []).filter(isPublic);
  const known = (names: string[], idioms: string[]) =>
    [...new Set(names.map(camelCase))].filter((name) => !idioms.includes(name)).sort();
  expect(known(ours, IDIOMS.typescript)).toEqual(known(theirs, IDIOMS.python));
});
