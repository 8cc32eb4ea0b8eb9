import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './markdown.ts';

const FETCHES =
  /\b(npx|bunx|(?:npm|pnpm|yarn) (?:exec|dlx|create|init|install|add|i)|(?:pip3?|pipx|uv|uv pip|uv tool) (?:install|run|add)|uvx|(?:docker|podman) (?:pull|run)|(?:cargo|go|gem|brew|deno) (?:install|get)|jsr add)(?=\s)([^\n`;&|)]*)/g;
const APART = /"command":\s*"(npx|bunx|uvx|pipx|docker)",\s*"args":\s*\[([^\]]*)\]/g;
const WITH_VALUE = /^(--prefix|--package|-p|-C|-d|-v|-e|--name|--pack-destination)$/;
const MANIFEST = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const DEPENDENCIES: Record<string, string> = { ...MANIFEST.dependencies, ...MANIFEST.devDependencies };
const BINARIES: Record<string, string> = { biome: '@biomejs/biome', tsc: 'typescript', playwright: '@playwright/test' };

const TEXTS = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => /^(README|CONTRIBUTING|SECURITY|docs|examples|clients|web\/src|src|deploy|\.ci)/.test(file))
  .filter((file) => !file.startsWith('deploy/image-check/')) // this check runs only images that it has built itself
  .filter((file) => /\.(md|ts|tsx|mjs|js|py|sh|json|toml|html|yml)$|^\.ci\/[\w-]+$/.test(file));

function strangersIn(text: string): string[] {
  const plain = [...text.matchAll(FETCHES)].map(([, command = '', rest = '']) => [command, rest.split(/\s+/)] as const);
  const apart = [...text.matchAll(APART)].map(([, command = '', args = '']) => [command, args.split(',')] as const);
  return [...plain, ...apart].flatMap(([command, rest]) => {
    const words = rest.map((word) => word.trim().replace(/^["']|["'.,:]+$/g, '')).filter(Boolean);
    const name = words.find((word, i) => !word.startsWith('-') && !WITH_VALUE.test(words[i - 1] ?? ''));
    return name === undefined || isOurs(command, name, words) ? [] : [`${command} ${name}`];
  });
}

function isOurs(command: string, name: string, words: readonly string[]): boolean {
  if (/^(\.{0,2}\/|\$)|\.(tgz|whl)$|\/.*\.(tgz|whl)$/.test(name) || words.includes('--no-index')) return true;
  const isNpm = /^(npx|npm|pnpm|yarn|bunx)/.test(command);
  return isNpm && /^\d+\.\d+\.\d+/.test(DEPENDENCIES[BINARIES[name] ?? name] ?? '');
}

test('every command that fetches a package or an image names a file, or a dependency of an exact version', () => {
  const strangers = TEXTS.flatMap((file) =>
    strangersIn(readFileSync(join(ROOT, file), 'utf8')).map((stranger) => `${file}: ${stranger}`),
  );
  expect(TEXTS.length).toBeGreaterThan(500);
  expect(strangers).toEqual([]);
});

test.each([
  '"command": "npx",\n      "args": ["croupier-mcp", "--url", "https://play.example"]',
  '"command": "uvx", "args": ["croupier"]',
  'npx croupier-mcp',
  'npx --yes croupier-mcp@latest',
  'npm exec -- croupier-mcp',
  'npm install --prefix my-agent croupier-client',
  'npm i croupier-client',
  'pip install croupier',
  'my-agent/bin/pip install --upgrade croupier',
  'uvx croupier',
  'docker run -d --name house croupier/croupier:1',
  'docker pull croupier',
])('a page that says `%s` is found', (text) => {
  expect(strangersIn(text)).toHaveLength(1);
});

test.each(['mcp', 'typescript'])('the package in clients/%s cannot be published under a foreign name', (folder) => {
  expect(JSON.parse(readFileSync(join(ROOT, 'clients', folder, 'package.json'), 'utf8')).private).toBe(true);
});

test('clients and pages name the version of package.json', () => {
  expect(execFileSync('node', ['scripts/version.mjs', '--check'], { cwd: ROOT, encoding: 'utf8' })).toBe('');
});
