import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

const ROOT = new URL('../../web/src/', import.meta.url).pathname;
const IS_OF_WORDS = /(^|\/)words(\/|\.ts$)|-words\.ts$/;
const READ_ALOUD = /^(aria-(label|description|roledescription|valuetext)|title|alt|placeholder|label|caption)$/;
const LETTER = /\p{L}/u;
/** Matches “Play again”, “Sent.”, “no game is open”: what reads as English, unlike names, keys and paths. */
const ENGLISH = [/^\p{Lu}[\p{Ll}’]*,? \p{L}+\b/u, /^\p{Lu}\p{Ll}+.*[.!?…]$/u, /^\p{Ll}+( \p{Ll}+){2,}[.!?…]?$/u];
/** Matches keys of the browser's storage. */
const KEY = /^croupier /;

function textsIn(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || isForPrograms(node)) return;
    if (isText(node)) found.push(`${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** True for CSS classes, code that is shown as code, and messages of errors that are never shown. */
function isForPrograms(node: ts.Node): boolean {
  if (ts.isJsxAttribute(node)) return node.name.getText() === 'class';
  if (ts.isJsxElement(node)) return node.openingElement.tagName.getText() === 'code';
  return ts.isNewExpression(node) && node.expression.getText().endsWith('Error');
}

function isText(node: ts.Node): boolean {
  if (ts.isJsxText(node)) return LETTER.test(node.text);
  if (!ts.isStringLiteral(node) && !ts.isTemplateLiteralToken(node)) return false;
  const { text } = node;
  if (KEY.test(text)) return false;
  return (isShown(node) ? LETTER.test(text) : false) || ENGLISH.some((form) => form.test(text.trim()));
}

/** True for the content of an element, or an attribute that is read aloud, but not for values that are only
 * compared. */
function isShown(node: ts.Node): boolean {
  let { parent } = node;
  while (isPassedOn(parent)) parent = parent.parent;
  const holder = ts.isJsxExpression(parent) ? parent.parent : parent;
  if (ts.isJsxAttribute(holder)) return READ_ALOUD.test(holder.name.getText());
  return ts.isJsxExpression(parent) && (ts.isJsxElement(holder) || ts.isJsxFragment(holder));
}

function isPassedOn(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node)) return ['&&', '||', '??', '+'].includes(node.operatorToken.getText());
  return (
    ts.isTemplateSpan(node) ||
    ts.isTemplateExpression(node) ||
    ts.isConditionalExpression(node) ||
    ts.isParenthesizedExpression(node)
  );
}

test('texts for people are in files of words', () => {
  const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !IS_OF_WORDS.test(path),
  );
  expect(files.length).toBeGreaterThan(200);
  expect(files.flatMap((path) => textsIn(path, readFileSync(ROOT + path, 'utf8')))).toEqual([]);
});

test.each([
  ['<p>Sit down</p>', 1],
  ['<p aria-label="seat">{name}</p>', 1],
  [`<p>{\`won \${n}\`}</p>`, 1],
  ["<p>{kind === 'bank' && words.bank}</p>", 0],
  ["const words = 'Nothing is here';", 1],
  ["const words = 'no game is open';", 1],
  ['<p class="plain wide">{words.go} · <code>npm start</code></p>', 0],
  ["throw new Error('there is no canvas');", 0],
  ["const kind = 'perAction', path = '/v1/games';", 0],
])('%s has %d texts for people', (code, count) => {
  expect(textsIn('some.tsx', code)).toHaveLength(count);
});
