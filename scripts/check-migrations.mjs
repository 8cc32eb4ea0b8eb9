// Checks that new migrations do not interrupt play: `npm run check -- migrations [<folder>]`. squawk checks locks and
// scans. The other checks are about our own runner, which sends a file in one transaction with a lock timeout of a
// second.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

/** this migration creates all tables, before anyone plays */
const BASELINE = '20261127000000_baseline';
/** rules of the linter squawk that our migration runner always satisfies, or that are matters of taste */
const NOT_ASKED = [
  'require-lock-timeout',
  'require-statement-timeout',
  'prefer-robust-stmts',
  'prefer-bigint-over-int',
];
const OLDEST_POSTGRES = '14.0';

const ROOT = dirname(import.meta.dirname);
const { positionals } = parseArgs({ allowPositionals: true });
const folder = positionals[0] ?? join(ROOT, 'prisma/migrations');

/** Forbidden statements: they lock existing rows, and the more rows there are, the longer they lock them. */
const MOVES_ROWS = /^(update|delete|with|do|merge|truncate|cluster|vacuum|lock|call|refresh)\b/i;
const CONTROLS = /^(begin|start|commit|rollback|set|reset)\b/i;
const CONCURRENTLY = /^(create( unique)? index|drop index) concurrently\b/i;
const CREATED = /^create (?:unlogged )?table (?:if not exists )?(\S+)/i;
const LOCKED = [
  /^alter table (?:if exists )?(?:only )?(\S+)/i,
  /^drop table (?:if exists )?(\S+)/i,
  /^create .*\bon (\S+)/i,
  /\breferences (\S+)/gi,
];

function statementsOf(sql) {
  const plain = sql.replace(/--.*$/gm, '').replace(/\/\*[\s\S]*?\*\//g, '');
  const parts = plain.replace(/'(?:[^']|'')*'/g, "''").split(';');
  return parts.map((part) => part.trim().replace(/\s+/g, ' ')).filter((part) => part !== '');
}

const nameOf = (word) =>
  word
    .replace(/^public\./i, '')
    .replace(/\(.*$/, '')
    .replaceAll('"', '');

function lockedBy(statements) {
  const created = new Set(statements.flatMap((each) => CREATED.exec(each)?.[1] ?? []).map(nameOf));
  const found = statements.flatMap((each) =>
    LOCKED.flatMap((sign) => (sign.global ? [...each.matchAll(sign)] : [sign.exec(each)])).map((hit) => hit?.[1]),
  );
  const names = found.filter((name) => name !== undefined).map(nameOf);
  return [...new Set(names)].filter((name) => !created.has(name));
}

function* faultsOf(sql) {
  const statements = statementsOf(sql);
  const concurrent = statements.filter((each) => CONCURRENTLY.test(each));
  if (concurrent.length > 0 && statements.length > 1) yield 'what is done concurrently stands alone in its file';
  for (const each of statements) {
    const [word] = each.split(' ');
    if (MOVES_ROWS.test(each)) yield `${word}: rows that are there are left to the running service, a few at a time`;
    if (CONTROLS.test(each)) yield `${word}: the runner has the file in a transaction and sets what it needs`;
  }
  const locked = lockedBy(statements);
  if (locked.length > 1) yield `locks ${locked.join(' and ')}: one would stay locked while the other is waited for`;
}

function squawk(file, isConcurrent) {
  const program = ['exec', '--yes', '--package=squawk-cli@2.66.0', '--', 'squawk'];
  const flags = [`--exclude=${NOT_ASKED.join(',')}`, `--pg-version=${OLDEST_POSTGRES}`, '--reporter=gcc'];
  if (!isConcurrent) flags.push('--assume-in-transaction');
  const { status, stdout, stderr } = spawnSync('npm', [...program, ...flags, file], { encoding: 'utf8' });
  return status === 0 ? '' : stdout + stderr;
}

const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'migration.sql')));
const fresh = names.filter((name) => name > BASELINE).sort();
let failed = 0;
for (const name of fresh) {
  const file = join(folder, name, 'migration.sql');
  const sql = readFileSync(file, 'utf8');
  const isConcurrent = statementsOf(sql).some((each) => CONCURRENTLY.test(each));
  const faults = [...faultsOf(sql)].map((fault) => `${file}: ${fault}\n`).join('') + squawk(file, isConcurrent);
  if (faults === '') continue;
  failed++;
  process.stderr.write(faults);
}
console.log(`${fresh.length} migrations since ${BASELINE}, ${failed} with faults`);
process.exitCode = failed === 0 ? 0 : 1;
