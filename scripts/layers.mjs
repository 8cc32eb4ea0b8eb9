// Compares the drawing of the layers in CONTRIBUTING.md with the import rules; `--draw` replaces the drawing.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { BESIDE, LAYERS, ROOMS } from '../.dependency-cruiser.mjs';

const { values } = parseArgs({ options: { draw: { type: 'boolean', default: false } } });
const FILE = new URL('../CONTRIBUTING.md', import.meta.url);
const DRAWING = /(<!-- drawn by `npm run check -- layers --draw` -->\n\n```text\n)[^`]*(```)/;

const arrow = (folder) => (folder in BESIDE ? `${folder.padEnd(13)} → ${BESIDE[folder].join(', ')}` : folder);
const layers = [...LAYERS.map((folders) => folders.map(arrow)), ['rules']];
const width = Math.max(...layers.flat().map((line) => line.length), 60);
const rule = `${'─'.repeat(width)}\n`;
const rooms = Object.entries(ROOMS).map(([folder, floors]) => {
  return `${folder.padEnd(16)} ${floors.map((floor) => floor.join(', ')).join(' · ')}\n`;
});
const drawing = `${layers.map((lines) => `${lines.join('\n')}\n`).join(rule)}\n${rooms.join('')}`;

const page = readFileSync(FILE, 'utf8');
if (!DRAWING.test(page)) throw new Error('CONTRIBUTING.md has no place for the drawing of the layers');
const drawn = page.replace(DRAWING, (_, begin, end) => `${begin}${drawing}${end}`);
if (values.draw) writeFileSync(FILE, drawn);
else if (drawn !== page) {
  console.error('The drawing in CONTRIBUTING.md is not that of the import rules: npm run check -- layers --draw');
  process.exitCode = 1;
}
