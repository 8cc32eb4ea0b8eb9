// Measures the size of the product against limits in shape.json: `npm run check -- shape [--lower]`. `--lower` lowers
// every limit to the measured value. A limit rises only by hand, in a commit that names the feature it pays for.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { modulesAtStart } from './shape/modules-at-start.mjs';
import { countsOf, interfacesThatMirror, routesWithoutOperation } from './shape/sources.mjs';

const { values } = parseArgs({ options: { lower: { type: 'boolean', default: false } } });
const ROOT = join(import.meta.dirname, '..');
const LIMITS = join(import.meta.dirname, 'shape/shape.json');
const RULES = /^rules\//;
const LAB = /^lab\//;

const text = (path) => readFileSync(join(ROOT, path), 'utf8');
const tracked = (...patterns) =>
  execFileSync('git', ['ls-files', '--', ...patterns], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n');
const sum = (files, count) => files.reduce((total, { counts }) => total + counts[count], 0);
const lines = (files) => sum(files, 'lines');
const words = (paths) => paths.reduce((total, path) => total + text(path).split(/\s+/).filter(Boolean).length, 0);

async function measured() {
  const files = tracked('src/**/*.ts', 'src/*.ts', 'rules/**/*.ts', 'lab/**/*.ts').map((path) => {
    const source = ts.createSourceFile(path, text(path), ts.ScriptTarget.Latest, true);
    return { path, source, counts: countsOf(source) };
  });
  const within = (pattern) => files.filter(({ path }) => pattern.test(path));
  const document = JSON.parse(text('openapi/openapi.json'));
  const operations = Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .filter((one) => one.operationId);
  const lock = Object.entries(JSON.parse(text('package-lock.json')).packages);
  const shipped = lock.filter(
    ([path, one]) => path !== '' && !(one.dev || one.optional || one.devOptional || one.link),
  );
  return {
    'lines: service': lines(files) - lines(within(RULES)) - lines(within(LAB)),
    'lines: rules': lines(within(RULES)),
    'lines: lab': lines(within(LAB)),
    'lines: pages': tracked('web/src/**').reduce((total, path) => total + text(path).split('\n').length - 1, 0),
    'code lines': sum(files, 'code'),
    'comment lines': sum(files, 'comments'),
    files: files.length,
    'lines per operation': Math.round(lines(within(/^src\/http\/(?!mcp\/)/)) / operations.length),
    'old-style routes': routesWithoutOperation(files),
    'interfaces that mirror a schema': interfacesThatMirror(files).length,
    'schemas in the document': Object.keys(document.components.schemas).length,
    'bytes of the document': Buffer.byteLength(JSON.stringify(document)),
    'words of documents': words(tracked('*.md', 'docs/**/*.md', ':!docs/errors.md')),
    'modules at start': await modulesAtStart(join(ROOT, 'dist/src/main.js')),
    'packages in production': shipped.length,
  };
}

const limits = JSON.parse(readFileSync(LIMITS, 'utf8'));
const figures = await measured();
for (const [name, figure] of Object.entries(figures)) {
  const limit = limits[name] ?? Number.POSITIVE_INFINITY;
  console.log(`${name.padEnd(32)}${String(figure).padStart(10)}${figure > limit ? `  over its limit, ${limit}` : ''}`);
  if (figure > limit) process.exitCode = 1;
  if (values.lower) limits[name] = Math.min(figure, limit);
}
if (values.lower) writeFileSync(LIMITS, `${JSON.stringify(limits, null, 2)}\n`);
