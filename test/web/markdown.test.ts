import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Block, blocksIn, inlinesIn, plain } from '../../web/src/pages/rules/markdown.ts';

const RULESETS = new URL('../../rules/', import.meta.url);
const documents = readdirSync(RULESETS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));

function words(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function textOf(block: Block): string {
  switch (block.is) {
    case 'heading':
    case 'paragraph':
      return plain(block.inner);
    case 'list':
      return block.items.flat().map(textOf).join('\n');
    case 'table':
      return [block.head, ...block.rows].flat().map(plain).join('\n');
    case 'code':
      return block.text;
    default:
      return block satisfies never;
  }
}

describe('Markdown', () => {
  test.each(documents)('of %s loses no word and leaves no mark', (name) => {
    const markdown = readFileSync(new URL(name, RULESETS), 'utf8');
    const text = blocksIn(markdown).map(textOf).join('\n');
    const written = markdown.replaceAll(/^ *\d+\. /gm, ''); // lists are numbered automatically
    expect(words(text)).toEqual(words(written));
    expect(text).not.toMatch(/\*\*|^#|\| /m);
  });

  test('keeps nested lists, and ends one where another begins', () => {
    const [first, second] = blocksIn('1. one\n   goes on\n   - under\n     it\n2. two\n\n- other');
    expect(first).toMatchObject({ is: 'list', ordered: true, items: [[{ is: 'paragraph' }, { is: 'list' }], [{}]] });
    expect(second).toMatchObject({ is: 'list', ordered: false, items: [[{}]] });
    expect(textOf(first as Block)).toBe('one goes on\nunder it\ntwo');
  });

  test('reads emphasis, code, links and bars in cells, and keeps single marks', () => {
    expect(inlinesIn('a **b *c*** `d*` 2 * 3 * 4')).toEqual([
      { is: 'text', text: 'a ' },
      {
        is: 'strong',
        inner: [
          { is: 'text', text: 'b ' },
          { is: 'em', inner: [{ is: 'text', text: 'c' }] },
        ],
      },
      { is: 'text', text: ' ' },
      { is: 'code', text: 'd*' },
      { is: 'text', text: ' 2 * 3 * 4' },
    ]);
    expect(inlinesIn('[safe](https://a.example/) [not](javascript:alert(1))').map(({ is }) => is)).toEqual([
      'link',
      'text',
      'text',
      'text',
    ]);
    const [table] = blocksIn('| a | b |\n| - | - |\n| 1 \\| 2 | 3 |\n\nafter');
    expect(textOf(table as Block)).toBe('a\nb\n1 | 2\n3');
  });

  test('is read to its end with any content', () => {
    for (const odd of ['', '\n\n', '```\nopen', '- ', '|', '# ', '  - a\n- b', '1. a\n- b\n2. c', '| a |\n| - |']) {
      expect(words(blocksIn(odd).map(textOf).join(' '))).toEqual(words(odd.replaceAll(/\d+\. /g, '')));
    }
  });
});
