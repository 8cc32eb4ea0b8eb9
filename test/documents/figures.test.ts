import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { textOf } from './markdown.ts';

const WORDS = 'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|fifty';
const FIGURE = new RegExp(`\\b(\\d[\\d,.]*\\d|\\d|${WORDS})\\b`, 'gi');
const LINK = /\[([^\]]*)\]\(([\w./-]+\.md)(?:#[\w-]+)?\)/g;
const DOORS = ['README.md', 'docs/play.md', 'docs/build.md'];

interface Claim {
  page: string;
  figure: string;
}

function claimsIn(text: string, folder = '.'): Claim[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '');
  const paragraphs = prose
    .split(/\n\n/)
    .flatMap((part) => (part.startsWith('|') ? part.split('\n') : sentencesOf(part)));
  return paragraphs.flatMap((part) => {
    const pages = [...part.matchAll(LINK)].map(([, , page = '']) => join(folder, page));
    const said = part.replace(LINK, '').replace(/`[^`]*`/g, '');
    const figures = [...said.matchAll(FIGURE)].map(([figure]) => figure);
    return pages.flatMap((page) => figures.map((figure) => ({ page, figure })));
  });
}

function sentencesOf(paragraph: string): string[] {
  return paragraph.replaceAll('\n', ' ').split(/(?<=[.:]) /);
}

const isOn = ({ page, figure }: Claim) => new RegExp(`(?<![\\d,.])${figure}(?![\\d,]*\\d)`, 'i').test(textOf(page));

test('every figure in the README, play.md and build.md is on the page that its row or sentence links', () => {
  const claims = DOORS.flatMap((page) => claimsIn(textOf(page), dirname(page)));
  expect(claims).toContainEqual({ page: 'docs/mcp.md', figure: '15' });
  expect(claims.filter((claim) => !isOn(claim))).toEqual([]);
});

test('a figure that no page has is found', () => {
  const row = '| know | [docs/performance.md](docs/performance.md): 3,000 to 8,000 actions on eleven processors |';
  expect(
    claimsIn(row)
      .filter((claim) => !isOn(claim))
      .map(({ figure }) => figure),
  ).toEqual(['3,000', '8,000', 'eleven']);
});
