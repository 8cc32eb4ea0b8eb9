// Writes docs/errors.md, the list of all error texts and log lines, by reading the sources: `npm run openapi`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { TROUBLES } from '../../src/http/problems/calls.ts';
import { kindOf, PROBLEM_CODES, type ProblemCode } from '../../src/http/problems/problem.ts';
import { ROOT } from './markdown.ts';

const PAGE = 'docs/errors.md';

/** Log lines of level `warn` and above: what each means, and what to do. */
const LINES: Record<string, string> = {
  'unexpected error': 'A bug: report this line. `reqId` is the caller’s `x-request-id`.',
  'the database has no space left': 'Free some space. Calls that write get 503.',
  'the database is read-only':
    'If its answer to `select pg_is_in_recovery()` is true, it is a standby: set `DATABASE_URL` to the primary. Otherwise its disk or a setting makes it read-only. Calls get 503.',
  'the database cannot be reached':
    '`calls` counts the calls answered with 503 since the last such line; `reason` says why. Written once a minute, until the log says `the database answers again`.',
  'the server is not ready': '`/readyz` fails; `reason` says why.',
  'lost a database connection': 'The connection was idle, and the next call opens another. Written once a minute.',
  'the database failed over to another primary': '`host` is the new primary.',
  'the database has lost changes of a game or competition':
    'A backup was restored, or a standby without the last commits took over. Tell the players.',
  'the start waits for the database at DATABASE_URL, but not longer than DATABASE_WAIT':
    'Only at the start; `reason` says why.',
  'the start waits for a migration':
    '`why` says what the migration waits for; `behind` lists the database processes (`pid`) that block it.',
  'the limit of open files is low (ulimit -n), and with it the limit of connections':
    'Only at the start. `connections` is how many connections the server accepts. Raise `ulimit -n`.',
  'the clock failed': 'A deadline could not be handled: `err` says why. The server tries again.',
  'waiting calls could not be answered': 'A bug: report this line. The server tries again every 2 s.',
  'a competition does not go on': '[What to do](operations.md#a-competition-that-does-not-go-on).',
  'seeks are not paired': '[What to do](operations.md#a-ladder-that-stands-still).',
  'the clock of this machine differs from that of the database':
    'Correct the clock of this machine. Games use that of the database.',
  'no signals arrive from other servers (LISTEN): waiting calls may be answered 2 s late':
    'If the line `signals from other servers arrive again` does not follow, check `DATABASE_LISTEN_URL`.',
  'a deleted account could not be removed from its games':
    'If `err.type` is `RulesMissing`, start a server with these rules. If it is `LogDamaged`, attach the [detached](operations.md#logs-of-past-months) month of the game, or restore a backup. Anything else is a bug. The server tries again.',
  'a month has no partition of game_event: its rows go to game_event_default':
    '`reason` says why. If it is `must be owner of table …`, make the user of `DATABASE_URL` the owner. If it is `permission denied for schema public`, `grant create on schema public` to this user.',
  'an analysis failed':
    'If `err.type` is `RulesMissing`, this server does not have the rules of the game. If it is `LogDamaged`, the log of the game is damaged. Anything else is a bug. Players can request the analysis again.',
  'the command of an operator failed': 'A command of `npm run admin` broke off; `err` says why.',
  'the path of DATA_DIR is too long for a socket: npm run admin cannot reach this server':
    'Use a shorter `DATA_DIR`, or stop the server before `npm run admin`.',
  'webhook deliveries are delayed':
    'If `err.type` is `KeyMissing`, give this server the keys of the other servers. Anything else is a bug: report this line. The server tries again.',
  'the mail server accepts no mail':
    '`reason` says why. When that is over, the log says `the mail server accepts mail again`.',
  'this server lacks a key that another server encrypts with':
    '`reason` has the id of the key. Give all servers the same `SECRETS_KEY` and `SECRETS_OLD_KEYS`.',
  'the log of a game or competition is damaged':
    'Calls for it get 410. `reason` says what is wrong. If its month is [detached](operations.md#logs-of-past-months), attach it. Otherwise rows are missing or changed: restore a backup of the database.',
  'this build does not have the rules of a game':
    '`reason` names the rules. A newer build made the game, or its rules were removed: start a build that has them.',
  'SECRETS_KEY is not set: seeds and hidden cards are stored unencrypted':
    'Only at the start, on PostgreSQL. To encrypt them, set `SECRETS_KEY`.',
};

const COMMANDS: readonly (readonly [path: RegExp, command: string])[] = [
  [/^lab\/arena\//, 'npm run compete'],
  [/^lab\/training\//, 'npm run env'],
  [/^lab\/simulate\//, 'npm run simulate'],
  [/admin/, 'npm run admin'],
  [/copy-database/, 'npm run admin -- copy-database'],
  [/seal-database/, 'npm run admin -- seal-database'],
  [/freeze-ruleset|frozen-copy/, 'npm run freeze-ruleset'],
  [/playthrough/, 'npm run playthroughs'],
  [/ver(ify|dict)/, 'npm run verify'],
  [/cli\/openapi/, 'npm run openapi'],
  [/mcp/, 'croupier-mcp'],
  [/^(src\/cli|lab)\//, 'All commands'],
];
const COMMAND_ERRORS = [
  'UsageError',
  'InvalidCall',
  'CopyRefused',
  'AdminFailed',
  'PlaythroughError',
  'ArgumentFault',
  'UnreadableInput',
  'refusedBecause',
];
const LOGGERS = /\blog(ger)?\.(warn|error|fatal)$/;
/** Each file's error code for messages about fields. `FIELD_FUNCTIONS` take such a message as their last argument. */
const FIELD_MESSAGES: readonly (readonly [path: RegExp, code: ProblemCode])[] = [
  [/competitions\/(formats|commands\/new-competition|estimates)/, 'invalid-schedule'],
  [
    /rated-game|plan-form|going-back|calendars|players\/name|input-(errors|validator)|patterns|served-document/,
    'invalid-request',
  ],
];
const FIELD_FUNCTIONS = ['misfit', 'wrong', 'this.#fault'];

const MOST_COMBINED = 12;

type Texts = Map<string, Set<string>>;
interface Found {
  details: Texts;
  tools: Texts;
  starts: Texts;
  commands: Texts;
  /** the level of each log line, by its text */
  lines: Map<string, string>;
}
/** A function that passes one of its parameters on as the `detail` of an error code. */
interface Relay {
  codes: string[];
  at: number;
  /** texts that the function itself adds */
  more: string[][];
}

export function errorsPage(): string {
  const { details, tools, starts, commands, lines } = textsOf(sources());
  const answers = PROBLEM_CODES.toSorted().map((code) => {
    const { status, title, remedy } = kindOf(code);
    return `### ${code}\n\n${status}: ${title}. ${remedy}\n${listed(details.get(code))}`;
  });
  const section = ([name, texts]: [string, Set<string>]) => `### ${name}\n${listed(texts)}`;
  const sections = (texts: Texts) =>
    [...texts]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(section)
      .join('\n');
  const unknown = [...lines.keys(), ...Object.keys(LINES)].filter(
    (line) => LINES[line] === undefined || !lines.has(line),
  );
  if (unknown.length > 0) throw new Error(`LINES explains each log line, and no other; look at: ${unknown.join('; ')}`);
  const logged = [...lines].sort().map(([line, level]) => `- ${level} \`${line}\`: ${LINES[line]}`);
  return `# Errors

The texts for people in trouble. \`npm run openapi\` writes this page from the code. ‹Words› in such brackets, and an
ellipsis, stand for values. The rules of each game add texts of their own for actions that they do not allow.

## Answers of the API

Each heading is a \`code\`. The line under it has the HTTP status, the \`title\` and the usual \`hint\`. The list shows
texts that \`detail\`, \`hint\` and \`errors\` can have instead. ‹field› is the one that \`pointer\` in \`errors\` names.

${answers.join('\n')}
## Answers of the tools for language models (MCP)

The tools also pass on the answers of the API.

${sections(tools)}
## When the server does not start

It prints \`croupier cannot run:\` and one of these texts, and ends with exit code 1. If a text begins with …, that is the
name of a setting, file, game or ruleset, or another text of this list.
${listed(withSubject(starts.get('')))}
## Commands

${sections(commands)}
## Log lines

Each of these lines is worth an alarm. The word before it is its level.

${logged.join('\n')}
`;
}

export async function main(): Promise<number> {
  writeFileSync(join(ROOT, PAGE), errorsPage());
  return 0;
}

function withSubject(texts: Iterable<string> = []): string[] {
  return [...texts].map((text) => text.replace(/^(?=(?:must|has|is|names) )/, '… '));
}

function listed(texts: Iterable<string> = []): string {
  const written = [...texts].map((text) =>
    text.trim().replace(/\s+/g, ' ').replace(/…{2,}/g, '…').replaceAll('<', '\\<'),
  );
  const telling = [...new Set(written)].filter(
    (text) =>
      text
        .replace(/‹[^›]*›/g, '')
        .split(' ')
        .filter((word) => /[a-z]{2}/i.test(word)).length > 2 && !text.includes('""'),
  );
  const lines = telling.sort().map((text) => `- ${text}\n`);
  return lines.length === 0 ? '' : `\n${lines.join('')}`;
}

function sources(): ts.SourceFile[] {
  return ['src', 'rules', 'lab'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.startsWith('generated'))
      .sort()
      .map((file) => {
        const path = `${folder}/${file}`;
        return ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest, true);
      }),
  );
}

function textsOf(files: readonly ts.SourceFile[]): Found {
  const found: Found = {
    details: new Map(),
    tools: new Map(),
    starts: new Map(),
    commands: new Map(),
    lines: new Map(Object.values(TROUBLES).map(({ line }) => [line, 'warn'])),
  };
  const relays = new Map<string, Relay>();
  const fixable = new Set(['Fixable', 'UnreadableRuleset']);
  for (const file of files)
    for (const [, name = ''] of file.text.matchAll(/class (\w+) extends Fixable/g)) fixable.add(name);
  const calls = files.flatMap((file) => callsIn(file));
  const saying = calls.filter((call) => !noteRelay(call, relays));
  for (const call of saying) collect(call, relays, fixable, found);
  for (const { detail } of Object.values(TROUBLES)) addTo(found.details, ['unavailable'], [detail]);
  for (const file of files) {
    noteProblems(file, found.details);
    noteFieldMessages(file, found.details);
  }
  return found;
}

function addTo(texts: Texts, keys: readonly string[], said: readonly string[]): void {
  for (const key of keys) texts.set(key, new Set([...(texts.get(key) ?? []), ...said]));
}

/** Collects the texts of objects that also have an error code, like `{ code, details: { detail, hint } }`. */
function noteProblems(file: ts.SourceFile, details: Texts): void {
  if (!/^src\/http\/(?!mcp)/.test(file.fileName)) return;
  visitAll(file, (node) => {
    const code = codeIn(node);
    if (!ts.isObjectLiteralExpression(node) || code.length === 0) return;
    const own = node.properties.find((part) => entryOf(part)[0] === 'details');
    addTo(details, code, together(fieldsIn(own === undefined ? node : entryOf(own)[1])));
  });
}

/** Adds messages about fields in files whose calls do not name the error code: `FIELD_MESSAGES` names it for them. */
function noteFieldMessages(file: ts.SourceFile, details: Texts): void {
  const [, code] = FIELD_MESSAGES.find(([path]) => path.test(file.fileName)) ?? [];
  if (code === undefined) return;
  visitAll(file, (node) => addTo(details, [code], inField(messageOf(node, file.fileName))));
}

function messageOf(node: ts.Node, path: string): string[] {
  if (ts.isCallExpression(node) && FIELD_FUNCTIONS.includes(node.expression.getText()))
    return sentencesOf(node.arguments.at(-1));
  if (ts.isReturnStatement(node) && path.includes('going-back')) return sentencesOf(node.expression);
  if (ts.isArrowFunction(node) && path.includes('input-errors'))
    return sentencesOf(node.body).filter((text) => /^(is|must) /.test(text));
  const [name, value] = entryOf(node);
  if (name === 'message' || name === 'fault') return sentencesOf(value);
  return path.includes('patterns') && ts.isArrayLiteralExpression(node) ? sentencesOf(node.elements[1]) : [];
}

function visitAll(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => visitAll(child, visit));
}

type Call = ts.CallExpression | ts.NewExpression;

function callsIn(file: ts.SourceFile): Call[] {
  const found: Call[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** If this is `refused(code, detail)` and `detail` is a parameter of a function around the call, adds that function to
 * `relays` and returns true. */
function noteRelay({ expression, arguments: given = [] as never }: Call, relays: Map<string, Relay>): boolean {
  const [code, detail, more] = given;
  if (expression.getText() !== 'refused' || detail === undefined || !ts.isIdentifier(detail)) return false;
  for (let scope: ts.Node = detail.parent; !ts.isSourceFile(scope); scope = scope.parent) {
    if (!ts.isFunctionDeclaration(scope)) continue;
    const at = scope.parameters.findIndex(({ name }) => name.getText() === detail.text);
    if (at < 0 || scope.name === undefined) continue;
    relays.set(relayName(scope, scope.name.text), {
      codes: wordsOf(code),
      at,
      more: fieldsIn(more),
    });
    return true;
  }
  return false;
}

/** Returns the key of a function. It contains the file, unless other files can call the function too. */
function relayName(relay: ts.FunctionDeclaration, name: string): string {
  const isExported = relay.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
  return isExported ? name : `${relay.getSourceFile().fileName} ${name}`;
}

function collect(
  call: Call,
  relays: Map<string, Relay>,
  fixable: Set<string>,
  { details, tools, starts, commands, lines }: Found,
): void {
  const name = call.expression.getText();
  const given: readonly ts.Node[] = call.arguments ?? [];
  const [first, second, third, fourth] = given;
  const path = call.getSourceFile().fileName;
  const relay = name === 'wrong' ? undefined : (relays.get(`${path} ${name}`) ?? relays.get(name));
  if (relay !== undefined) {
    addTo(details, relay.codes, together([...given.slice(relay.at).map(sentencesOf), ...relay.more]));
  } else if (name === 'refused') addTo(details, wordsOf(first), together([sentencesOf(second), ...fieldsIn(third)]));
  else if (name === 'wrong')
    addTo(details, ['invalid-request'], together([sentencesOf(first), inField(sentencesOf(third))]));
  else if (name === 'sendUnauthorized') addTo(details, ['unauthorized'], sentencesOf(third));
  else if (name === 'sendProblem') addTo(details, wordsOf(third), together(fieldsIn(fourth)));
  else if (name === 'bad') addTo(details, ['invalid-webhook-url'], sentencesOf(first));
  else if (name === 'refuse') addTo(details, wordsOf(first), sentencesOf(second));
  else if (name === 'Refused' && path.startsWith('lab/'))
    addTo(commands, ['npm run env'], together([second, third].map(sentencesOf)));
  else if (name === 'Refused') addTo(tools, codeIn(first), together(fieldsIn(first)));
  else if (name === 'misfit') addTo(starts, [''], sentencesOf(first));
  else if (LOGGERS.test(name))
    for (const line of sentencesOf(given.at(-1))) lines.set(line, name.slice(name.lastIndexOf('.') + 1));
  else if (name === 'onTrouble') for (const line of given.flatMap(sentencesOf)) lines.set(line, 'error');
  else if (COMMAND_ERRORS.includes(name) || /^console\.(error|log)$/.test(name) || name === 'complain') {
    const [, command] = COMMANDS.find(([pattern]) => pattern.test(path)) ?? [];
    const said = sentencesOf(first).filter((text) => !/^(Usage|npm run)/.test(text) && !text.includes('\n\n'));
    if (command !== undefined && said.length > 0) addTo(commands, [command], said);
    else if (command === undefined)
      addTo(
        starts,
        [''],
        said.flatMap((text) => sentenceIn(text.replace(/^croupier cannot run: /, ''))),
      );
  } else if (fixable.has(name === 'super' ? classOf(call) : name)) addTo(starts, [''], sentencesOf(first));
}

function classOf(node: ts.Node): string {
  if (ts.isClassDeclaration(node)) return node.name?.text ?? '';
  return ts.isSourceFile(node) ? '' : classOf(node.parent);
}

/** Joins texts that stand together in one response. `parts` has the alternatives of each text. */
function together(parts: readonly string[][]): string[] {
  const shown = parts.filter((part) => part.length > 0);
  return joined(shown, ' ') ?? shown.flat();
}

/** Returns each combination of one alternative from every part; null: there are too many. */
function joined(parts: readonly string[][], between: string): string[] | null {
  if (parts.length === 0 || parts.reduce((most, part) => most * part.length, 1) > MOST_COMBINED) return null;
  return parts.reduce((before, part) => before.flatMap((one) => part.map((two) => one + between + two)));
}

function codeIn(node: ts.Node | undefined): string[] {
  if (node === undefined || !ts.isObjectLiteralExpression(node)) return [];
  const code = node.properties.find((part) => part.name?.getText() === 'code');
  return code !== undefined && ts.isPropertyAssignment(code) ? wordsOf(code.initializer) : [];
}

const inField = (messages: readonly string[]) => messages.map((message) => `‹field› ${message}.`);

/** Returns the texts that `detail`, `hint` and each message of a problem can have. */
function fieldsIn(node: ts.Node | undefined): string[][] {
  if (node === undefined || !ts.isObjectLiteralExpression(node)) return [];
  return node.properties.flatMap((part) => {
    const [name, value] = entryOf(part);
    if (name === 'detail' || name === 'hint') return [sentencesOf(value)];
    return name === 'errors' ? messagesIn(value) : [];
  });
}

function entryOf(part: ts.Node): [name: string, value: ts.Node | undefined] {
  if (ts.isShorthandPropertyAssignment(part)) return [part.name.text, part.name];
  return ts.isPropertyAssignment(part) ? [part.name.getText(), part.initializer] : ['', undefined];
}

function messagesIn(node: ts.Node | undefined): string[][] {
  const found: string[][] = [];
  const visit = (part: ts.Node): void => {
    const [name, value] = entryOf(part);
    if (name === 'message') found.push(inField(sentencesOf(value)));
    ts.forEachChild(part, visit);
  };
  const list = node !== undefined && ts.isIdentifier(node) ? declared(node) : node;
  if (list != null) visit(list);
  return found;
}

function wordsOf(node: ts.Node | undefined): string[] {
  return alternatives(node).filter((text) => /^[a-z-]+$/.test(text));
}

function sentencesOf(node: ts.Node | undefined): string[] {
  return alternatives(node).flatMap(sentenceIn);
}

function sentenceIn(text: string): string[] {
  return / /.test(text.trim()) && /[a-z]{2}/.test(text) ? [text] : [];
}

function alternatives(node: ts.Node | undefined, depth = 0): string[] {
  if (node === undefined || depth > 6) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.flatMap(({ expression, literal }) => [
      valuesOf(expression, depth),
      [literal.text],
    ]);
    return joined([[node.head.text], ...spans], '') ?? [shortened(node)];
  }
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return alternatives(node.expression, depth);
  if (ts.isConditionalExpression(node))
    return [...alternatives(node.whenTrue, depth), ...alternatives(node.whenFalse, depth)];
  if (ts.isBinaryExpression(node)) {
    const [left, right] = [alternatives(node.left, depth), alternatives(node.right, depth)];
    if (node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return [...left, ...right];
    return (left.length === 0 ? ['…'] : left).flatMap((one) =>
      (right.length === 0 ? ['…'] : right).map((two) => one + two),
    );
  }
  if (ts.isElementAccessExpression(node) && ts.isIdentifier(node.expression)) {
    const record = declared(node.expression);
    return record === null ? [] : valuesIn(record).flatMap((each) => alternatives(each, depth + 1));
  }
  if (ts.isIdentifier(node)) {
    const value = declared(node);
    return value === null ? [] : alternatives(value, depth + 1);
  }
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    const called = declared(node.expression);
    return called === null ? [] : returned(called).flatMap((each) => alternatives(each, depth + 1));
  }
  return [];
}

function valuesIn(record: ts.Node): ts.Expression[] {
  if (!ts.isObjectLiteralExpression(record)) return [];
  return record.properties.flatMap((part) => (ts.isPropertyAssignment(part) ? [part.initializer] : []));
}

function shortened({ head, templateSpans }: ts.TemplateExpression): string {
  return head.text + templateSpans.map(({ expression, literal }) => `${nameOf(expression)}${literal.text}`).join('');
}

/** Returns the texts that an expression can have. An ellipsis stands for values that are known only at run time. */
function valuesOf(node: ts.Expression, depth: number): string[] {
  if (ts.isParenthesizedExpression(node)) return valuesOf(node.expression, depth);
  if (ts.isConditionalExpression(node)) return [...valuesOf(node.whenTrue, depth), ...valuesOf(node.whenFalse, depth)];
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return alternatives(node, depth + 1);
  if (ts.isCallExpression(node) && /^counted(Range)?$/.test(node.expression.getText())) return [countedThings(node)];
  if (ts.isElementAccessExpression(node) || ts.isBinaryExpression(node))
    return orName(alternatives(node, depth + 1), node);
  if (ts.isCallExpression(node)) return orName(sentencesOf(node), node);
  if (ts.isPropertyAccessExpression(node)) return orName(numberAt(node), node);
  const value = ts.isIdentifier(node) && depth < 6 ? declared(node) : null;
  if (value === null) return [nameOf(node)];
  if (ts.isNumericLiteral(value) && /^[A-Z_]+$/.test(node.getText())) return [numberText(value)];
  if (ts.isStringLiteralLike(value) && value.text === '') return [nameOf(node)];
  return isWritten(value) ? valuesOf(value, depth + 1) : [nameOf(node)];
}

/** Returns the number in a record of constants, such as `LIMITS.bytes`. */
function numberAt({ expression, name }: ts.PropertyAccessExpression): string[] {
  const record = ts.isIdentifier(expression) ? declared(expression) : null;
  const object = record !== null && ts.isAsExpression(record) ? record.expression : record;
  if (object === null || !ts.isObjectLiteralExpression(object)) return [];
  return object.properties.flatMap((part) => {
    const [own, value] = entryOf(part);
    return own === name.text && value !== undefined && ts.isNumericLiteral(value) ? [numberText(value)] : [];
  });
}

const numberText = ({ text }: ts.NumericLiteral) => Number(text).toLocaleString('en');

function orName(values: string[], node: ts.Node): string[] {
  return values.length === 0 ? [nameOf(node)] : values.map((value) => value || nameOf(node));
}

/** Returns the name of a value in words; an ellipsis if it has none. */
function nameOf(node: ts.Node): string {
  const words = namedIn(node)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  const [, better = words] = BETTER_NAMES.find(([pattern]) => pattern.test(words)) ?? [];
  return better === '' || UNTOLD.has(words.replaceAll(' ', '-')) ? '…' : `‹${better}›`;
}

/** Variable names that would tell readers of the page nothing. The page shows `…` in their place. */
const UNTOLD = new Set(
  (
    'known asked given shown own what strange wrong positionals width told present only free met here you ' +
    'escaped args nearest least other others unknown text to from first last closed form stray waiting ' +
    'description expected row-status missing first-message since range ' +
    'unneeded copy after'
  ).split(' '),
);
/** Names that the page replaces by better ones. */
const BETTER_NAMES: readonly (readonly [RegExp, string])[] = [
  [
    /^(max|longest|limit|most.*|of (player|game)|a minute.*|participants|connections of address|changes remembered)$/,
    'limit',
  ],
  [/^(error|error message|fault|faults|failed|why|how|reasons|errors|message|not ready reason)$/, 'reason'],
  [/^(length|copies|before|found)$/, 'number'],
  [/^(row|header|of) id$/, 'id'],
  [/^game status$/, 'status'],
  [/^renewed$/, 'seconds'],
  [/^(next at|latest|deadline|entry until)$/, 'time'],
  [/^(started at|last decision|(state|game|older) version)$/, 'version'],
  [/^newer name$/, 'name'],
  [/^where$/, 'agent'],
  [/^charset$/, 'encoding'],
  [/^(ssl modes|matchers)$/, 'names'],
  [/^pointer$/, 'field'],
  [/^(#base|elsewhere)$/, 'address'],
  [/^(#ids|catalogue)$/, 'rulesets'],
];

function namedIn(node: ts.Node): string {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node))
    return namedIn(node.expression);
  if (ts.isPropertyAccessExpression(node)) {
    const owner = ts.isIdentifier(node.expression) ? node.expression.text : '';
    return /^(name|id|message|code|status|version)$/.test(node.name.text)
      ? `${owner} ${node.name.text}`.trim()
      : node.name.text;
  }
  if (!ts.isCallExpression(node)) return '';
  const {
    expression,
    arguments: [given],
  } = node;
  if (ts.isPropertyAccessExpression(expression) && /^(join|toISOString|slice)$/.test(expression.name.text))
    return namedIn(expression.expression);
  const isSameValue = /^(JSON\.stringify|String|timeOf|escaped|counted)$/.test(expression.getText());
  return isSameValue && given !== undefined ? namedIn(given) : '';
}

/** Writes “… seats” for `counted(seats, 'seat')`. */
function countedThings({ arguments: [count, thing, things] }: ts.CallExpression): string {
  const [one = '', many = `${one}s`] = [thing, things].flatMap((word) => alternatives(word));
  const name = count === undefined ? '…' : nameOf(count);
  return `${name === `‹${many}›` ? '…' : name} ${many}`;
}

function isWritten(node: ts.Node): node is ts.Expression {
  return ts.isConditionalExpression(node) || ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

/** Returns what a name stands for in its file: the nearest constant, the default of a parameter, or a function. */
function declared(name: ts.Identifier): ts.Node | null {
  for (let scope: ts.Node = name.parent; scope !== undefined; scope = scope.parent) {
    if (ts.isFunctionLike(scope)) {
      const given = scope.parameters.find((each) => each.name.getText() === name.text);
      if (given !== undefined) return given.initializer ?? null;
    }
    if (!ts.isBlock(scope) && !ts.isSourceFile(scope)) continue;
    for (const statement of scope.statements) {
      if (ts.isFunctionDeclaration(statement) && statement.name?.text === name.text) return statement;
      if (!ts.isVariableStatement(statement)) continue;
      const found = statement.declarationList.declarations.find(({ name: each }) => each.getText() === name.text);
      if (found?.initializer !== undefined) return found.initializer;
    }
  }
  return null;
}

function returned(called: ts.Node): ts.Expression[] {
  const found: ts.Expression[] = [];
  if (ts.isArrowFunction(called) && !ts.isBlock(called.body)) return [called.body];
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression !== undefined) found.push(node.expression);
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  if (ts.isFunctionLike(called)) ts.forEachChild(called, visit);
  return found;
}
