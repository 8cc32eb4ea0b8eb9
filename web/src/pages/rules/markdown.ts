// Parses the Markdown of the rules into data. Unknown syntax stays text and never becomes markup.

export type Inline =
  | { is: 'text' | 'code'; text: string }
  | { is: 'strong' | 'em'; inner: Inline[] }
  | { is: 'link'; href: string; inner: Inline[] };

export type Block =
  | { is: 'heading'; level: number; inner: Inline[] }
  | { is: 'paragraph'; inner: Inline[] }
  | { is: 'list'; ordered: boolean; items: Block[][] }
  | { is: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { is: 'code'; text: string };

const HEADING = /^(#{1,6}) +(.*?)#*$/;
const ITEM = /^( *)([-*+]|\d+[.)]) +/;
const FENCE = /^ *```/;
const TABLE_RULE = /^\|?( *:?-+:? *\|)+( *:?-+:? *)?$/;

export function blocksIn(markdown: string): Block[] {
  const lines = markdown.split(/\r?\n/);
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const [block, next] = blockAt(lines, at);
    if (block !== null) blocks.push(block);
    at = next;
  }
  return blocks;
}

function blockAt(lines: readonly string[], at: number): [Block | null, number] {
  const line = lines[at] ?? '';
  if (line.trim() === '') return [null, at + 1];
  const [, marks, title] = HEADING.exec(line) ?? [];
  if (marks !== undefined) return [{ is: 'heading', level: marks.length, inner: inlinesIn(title ?? '') }, at + 1];
  if (FENCE.test(line)) return codeAt(lines, at);
  if (ITEM.test(line)) return listAt(lines, at);
  if (TABLE_RULE.test(lines[at + 1] ?? '') && line.includes('|')) return tableAt(lines, at);
  return paragraphAt(lines, at);
}

function endOf(lines: readonly string[], at: number, holds: (line: string, i: number) => boolean): number {
  let end = at;
  while (end < lines.length && holds(lines[end] ?? '', end)) end++;
  return end;
}

function codeAt(lines: readonly string[], at: number): [Block, number] {
  const end = endOf(lines, at + 1, (line) => !FENCE.test(line));
  return [{ is: 'code', text: lines.slice(at + 1, end).join('\n') }, end + 1];
}

function paragraphAt(lines: readonly string[], at: number): [Block, number] {
  const begins = (line: string) => HEADING.test(line) || FENCE.test(line) || ITEM.test(line);
  const end = endOf(lines, at + 1, (line) => line.trim() !== '' && !begins(line));
  const text = lines.slice(at, end).map((line) => line.trim());
  return [{ is: 'paragraph', inner: inlinesIn(text.join(' ')) }, end];
}

function tableAt(lines: readonly string[], at: number): [Block, number] {
  const end = endOf(lines, at + 2, (line) => line.includes('|'));
  const rows = lines.slice(at + 2, end).map(cellsIn);
  return [{ is: 'table', head: cellsIn(lines[at] ?? ''), rows }, end];
}

function cellsIn(row: string): Inline[][] {
  const inside = row.trim().replace(/^\||(?<!\\)\|$/g, '');
  return inside.split(/(?<!\\)\|/).map((cell) => inlinesIn(cell.trim().replaceAll('\\|', '|')));
}

function listAt(lines: readonly string[], at: number): [Block, number] {
  const [, indent = '', first = ''] = ITEM.exec(lines[at] ?? '') ?? [];
  const ordered = /\d/.test(first);
  const items: string[][] = [];
  const belongs = (line: string, i: number): boolean => {
    const [, deep, mark = ''] = ITEM.exec(line) ?? [];
    if (deep !== undefined && deep.length <= indent.length) return /\d/.test(mark) === ordered;
    if (line.trim() === '') return startsDeeper(lines[i + 1] ?? '', indent.length) || ITEM.test(lines[i + 1] ?? '');
    return startsDeeper(line, indent.length) || (lines[i - 1] ?? '').trim() !== '';
  };
  const end = endOf(lines, at, belongs);
  for (const line of lines.slice(at, end)) {
    const [whole, deep] = ITEM.exec(line) ?? [];
    if (whole !== undefined && deep !== undefined && deep.length <= indent.length)
      items.push([line.slice(whole.length)]);
    else items.at(-1)?.push(line.replace(new RegExp(`^ {0,${indent.length + first.length + 1}}`), ''));
  }
  return [{ is: 'list', ordered, items: items.map((item) => blocksIn(item.join('\n'))) }, end];
}

function startsDeeper(line: string, than: number): boolean {
  return line.trim() !== '' && line.search(/\S/) > than;
}

const INLINE = /`([^`]+)`|\*\*(.+?)\*\*(?!\*)|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)/;
/** Other links stay text, because the author of a ruleset may be anyone. */
const SAFE_LINK = /^(https?:|#)/i;

export function inlinesIn(text: string): Inline[] {
  const found = INLINE.exec(text);
  if (found === null) return text === '' ? [] : [{ is: 'text', text }];
  const [whole, code, strong, em, label = '', href = ''] = found;
  const before = inlinesIn(text.slice(0, found.index));
  return [...before, inlineOf({ code, strong, em, label, href }), ...inlinesIn(text.slice(found.index + whole.length))];
}

interface Found {
  code: string | undefined;
  strong: string | undefined;
  em: string | undefined;
  label: string;
  href: string;
}

function inlineOf({ code, strong, em, label, href }: Found): Inline {
  if (code !== undefined) return { is: 'code', text: code };
  if (strong !== undefined) return { is: 'strong', inner: inlinesIn(strong) };
  if (em !== undefined) return { is: 'em', inner: inlinesIn(em) };
  return SAFE_LINK.test(href) ? { is: 'link', href, inner: inlinesIn(label) } : { is: 'text', text: label };
}

export function plain(inner: readonly Inline[]): string {
  return inner.map((each) => ('text' in each ? each.text : plain(each.inner))).join('');
}

/** Returns the number with which an item of a list begins, such as `R12`. */
export function rulingOf([first]: readonly Block[]): string | null {
  const [begin] = first?.is === 'paragraph' ? first.inner : [];
  return begin?.is === 'strong' ? (/^R\d+$/.exec(plain(begin.inner))?.[0] ?? null) : null;
}

export function rulingsIn(blocks: readonly Block[]): [number: string, ruling: Block[]][] {
  const items = blocks.flatMap((block) => (block.is === 'list' ? block.items : []));
  return items.flatMap((item) => {
    const number = rulingOf(item);
    return number === null ? [] : [[number, item]];
  });
}
