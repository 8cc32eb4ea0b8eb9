// Checks the prose of pages, comments and texts: `node scripts/prose.mjs [--list]`. Pages and comments may have no
// fault; texts in code at most MOST_IN_TEXTS listed constructions, a limit that only falls. `--spelling` checks
// spelling too, after `npm ci`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';

const MOST_IN_TEXTS = 10;
const MOST_WORDS = 30;
const LISTED =
  /\b(who(m)?ever|whatever|(some|no)body|so (many|long|often)|(is|are|was|were|be|been) told|to be had|what (is|was|are) (asked|kept|told|written|made)|look(s|ed|ing)? after|go(es)? by)\b/giu;
const REPEATED = /\b([a-z]+) \1\b/giu;
const MAY_REPEAT = /^(that|had)$/i;

const FLAG = { type: 'boolean', default: false };
const { values } = parseArgs({ options: { list: FLAG, spelling: FLAG } });
const { misspelledIn } = values.spelling ? await import('./prose/spelling.mjs') : { misspelledIn: () => [] };
const ROOT = join(import.meta.dirname, '..');
const PAGES = ['*.md', 'docs/**/*.md', 'clients/**/*.md', ':!rules', ':!test'];
const CODE = ['src', 'rules', 'lab', 'web', 'clients', 'test', 'bench', 'scripts', 'examples'];
const COMMENT_SIGNS = /^\s*(\/\*\*?|\*\/|\*|\/\/\/?)\s?|\*\/$/gm;
/** Matches a text for people, not a key or a name. */
const SENTENCE = /^\s*[A-Z][a-z]* \w+ \w|\w\w \w+ \w+[.?!]/;
const SQL = /\b(select|insert|update|delete|order by|where)\b/;
const QUOTED = /`[^`]*`|“[^”]*”/g;

const tracked = (...patterns) =>
  execFileSync('git', ['ls-files', '--', ...patterns], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n');
const faults = [];
let inTexts = 0;

for (const path of tracked(...PAGES)) {
  const blank = (text) => text.replace(/[^\n]/g, '');
  const prose = read(path)
    .replace(/```[\s\S]*?```/g, blank)
    .replace(/^\s*\|.*$/gm, blank);
  check(path, 1, prose.replace(QUOTED, '“”'));
}
for (const path of tracked(...CODE).filter((each) => /\.(ts|tsx|mjs)$/.test(each))) {
  const source = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);
  for (const { pos, end } of commentsOf(source))
    check(path, lineOf(source, pos), source.text.slice(pos, end).replace(COMMENT_SIGNS, '').replace(QUOTED, '“”'));
  if (!/^(test|bench|scripts)\//.test(path))
    for (const { pos, text } of textsOf(source)) checkText(path, lineOf(source, pos), text);
}

console.log(
  `${faults.length} faults in pages and comments; ${inTexts} listed constructions in texts, of at most ${MOST_IN_TEXTS}`,
);
if (faults.length > 0) console.error(faults.join('\n'));
if (faults.length > 0 || inTexts > MOST_IN_TEXTS) process.exitCode = 1;

function read(path) {
  return readFileSync(join(ROOT, path), 'utf8');
}

function lineOf(source, position) {
  return source.getLineAndCharacterOfPosition(position).line + 1;
}

function check(path, line, prose) {
  const at = placeIn(path, line, prose);
  checkSpelling(at, prose);
  for (const { index, 0: found } of prose.matchAll(LISTED)) faults.push(`${at(index)}: “${found}”`);
  for (const { index, 0: found, 1: word } of prose.matchAll(REPEATED))
    if (!MAY_REPEAT.test(word)) faults.push(`${at(index)}: “${found}”`);
  for (const sentence of prose.split(/\n\s*\n|(?<=[.:;!?)])\s+|\n\s*[-*#]|\n\s*\d+\./)) {
    const words = sentence.split(/\s+/).filter((word) => /\w/.test(word)).length;
    if (words > MOST_WORDS)
      faults.push(`${at(prose.indexOf(sentence))}: ${words} words: ${sentence.trim().slice(0, 60)}`);
  }
}

function placeIn(path, line, text) {
  return (index) => `${path}:${line + text.slice(0, index).split('\n').length - 1}`;
}

function checkSpelling(at, text) {
  for (const { index, 0: found } of misspelledIn(text)) faults.push(`${at(index)}: unknown word “${found}”`);
}

function checkText(path, line, text) {
  if (SENTENCE.test(text) && !SQL.test(text))
    checkSpelling(
      placeIn(path, line, text),
      text.replace(QUOTED, (quoted) => quoted.replace(/\S/g, '“')),
    );
  for (const { 0: found } of text.matchAll(LISTED)) {
    inTexts += 1;
    if (values.list) console.log(`${path}:${line}: “${found}”`);
  }
}

/** Returns comments at all places, also between members of a union and after the last statement. */
function commentsOf(source) {
  const found = new Map();
  const visit = (node) => {
    for (const range of [
      ...(ts.getLeadingCommentRanges(source.text, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(source.text, node.end) ?? []),
    ])
      found.set(range.pos, range);
    for (const child of node.getChildren(source)) if (!ts.isJSDoc(child)) visit(child);
  };
  visit(source);
  return found.values();
}

function textsOf(source) {
  const found = [];
  const visit = (node) => {
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node) ||
      ts.isJsxText(node)
    )
      found.push({ pos: node.getStart(source), text: node.text });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
