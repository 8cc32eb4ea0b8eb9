import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

export interface Fence {
  language: string;
  text: string;
}

export function textOf(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}

export function fencesOf(page: string): Fence[] {
  return [...textOf(page).matchAll(/^ *```(.*)\n([\s\S]*?)^ *```$/gm)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));
}

const PROGRAM = 'npm|npx|node|python3|bash|docker|curl|psql|tar|pg_dump|pg_restore';
const INLINE = new RegExp(`\`((?:[A-Z_]+=\\S+ )*(?:${PROGRAM}) [^\`]+)\``, 'g');

export function commandsOf(page: string): string[] {
  const blocks = fencesOf(page).filter(({ language }) => language === 'sh');
  const typed = blocks.flatMap(({ text }) => text.replaceAll('\\\n', '').split('\n'));
  const prose = textOf(page).replace(/^ *```[\s\S]*?^ *```$/gm, '');
  const inline = [...prose.matchAll(INLINE)].map(([, command = '']) => command);
  return [...typed.map((line) => line.replace(/(^|\s+)# .*$/, '')), ...inline]
    .flatMap((line) => line.split(' && '))
    .map((command) => command.trim())
    .filter((command) => command !== '');
}

export function brokenLinksOf(page: string): string[] {
  const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^https?:/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : join(dirname(page), path);
    if (!existsSync(join(ROOT, target))) return true;
    return anchor !== undefined && !anchorsOf(target).includes(anchor);
  });
}

function anchorsOf(page: string): string[] {
  return [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}
