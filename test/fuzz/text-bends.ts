import type { Chance } from '#rules/kernel/chance.ts';

const DEEP = 20_000;
const LARGE = 70_000;

export const TEXT_BENDS: ReadonlyMap<string, (text: string, lot: Chance) => string> = new Map<
  string,
  (text: string, lot: Chance) => string
>([
  ['JSON broken off', (text, lot) => text.slice(0, lot.int(text.length + 1))],
  ['JSON and more', (text) => `${text}}`],
  ['a byte order mark', (text) => `\ufeff${text}`],
  ['the same names again', (text) => text.replace('{', '{"ruleset":"pascal","seat":0,')],
  ['names twice, the last one else', (text) => text.replace(/\}$/, ',"action":7,"name":{},"ruleset":[]}')],
  ['a number without an end', (text) => text.replace(/\d+/, '1e999')],
  ['a number with many digits', (text) => text.replace(/\d+/, '9'.repeat(400))],
  ['a tiny number', (text) => text.replace(/\d+/, '1e-400')],
  ['a whole number with a fraction', (text) => text.replace(/\d+/, (digits) => `${digits}.0`)],
  [
    'a number that is none',
    (text, lot) => text.replace(/\d+/, ['00', '0x1', '+1', 'NaN', '-0', '1_0'][lot.int(6)] ?? ''),
  ],
  ['__proto__', (text) => text.replace('{', '{"__proto__":{"a":1},')],
  ['__proto__ inside', (text) => text.replace(/\{(?=.*\{)/, '{"options":{"__proto__":{"a":1}},')],
  ['constructor.prototype', (text) => text.replace('{', '{"constructor":{"prototype":{"a":1}},')],
  ['single quotes', (text, lot) => text.replaceAll('"', () => (lot.int(4) === 0 ? "'" : '"'))],
  ['a comment', (text) => text.replace('{', '{/* so */')],
  ['a comma at the end', (text) => text.replace(/\}$/, ',}')],
  ['a control character', (text) => text.replace(/[a-z]/, '\u0001')],
  ['a lone surrogate', (text) => text.replace(/:"/, ':"\\ud800')],
  [
    'names written in escapes',
    (text) => text.replace(/"([a-z])/, (_, letter) => `"\\u00${letter.charCodeAt(0).toString(16)}`),
  ],
  ['deep arrays', () => '['.repeat(DEEP)],
  ['deep objects', () => '{"a":'.repeat(DEEP)],
  ['deep and closed', () => `{"action":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`],
  ['too many spaces', (text) => ' '.repeat(LARGE) + text],
  ['an empty text', () => ''],
]);
