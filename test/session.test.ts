import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { reachOf } from '../src/notifications/address.ts';
import { committedDocument } from './http/contract.ts';
import { operationsOf } from './http/documented-operations.ts';
import { startService } from './http/service.ts';
import { SmtpServer } from './notifications/smtp-server.ts';
import { FixedChance } from './session/fixed-chance.ts';
import { Recorder, Speaker, settled } from './session/recorder.ts';
import { CHAPTERS } from './session/script.ts';
import { inOneLine, onStatement } from './store/sent-statements.ts';
import { openTestStore } from './store/test-store.ts';

const FILE = new URL('../openapi/session.jsonl', import.meta.url);
/** The SQL statements of the session, each once. Recording only adds some, because not all of them run every time. */
const STATEMENTS = new URL('session.sql', import.meta.url);
/** A year that the real clock has not reached. */
const YEAR = 2099;
const AROUND = 100;

let lines: string[];
const statements = new Set<string>();
beforeAll(async () => {
  const smtp = await new SmtpServer().start();
  const receiver = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const chance = new FixedChance();
  try {
    lines = await played(chance, smtp, `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`);
  } finally {
    chance.restore();
    await smtp.stop();
    receiver.close();
  }
  if (process.env.SESSION !== 'record') return;
  const before = new Map(recordedLines().map((line) => [settled(line), line]));
  writeFileSync(FILE, `${lines.map((line) => before.get(settled(line)) ?? line).join('\n')}\n`);
  const known = existsSync(STATEMENTS) ? recordedStatements() : [];
  writeFileSync(STATEMENTS, `${[...new Set([...known, ...statements])].sort().join('\n')}\n`);
});

async function played(chance: FixedChance, smtp: SmtpServer, receiver: string): Promise<string[]> {
  const clock = { ms: Date.UTC(YEAR, 0, 5, 9) };
  const store = await openTestStore('embedded');
  onStatement(({ text }) => statements.add(inOneLine(text))); // without the statements of migrations, which run only if no build has made the database
  const service = await startService({
    store,
    clock: {
      now: () => new Date(clock.ms),
      get aheadMs() {
        return clock.ms - Date.now();
      },
    },
    reach: reachOf('allow'),
    mail: { smtp: smtp.url, from: 'house@play.example', publicUrl: 'https://play.example' },
    analyses: { playouts: 64, seconds: 600 },
    schedule: { lookMs: 20 },
  });
  try {
    const document = committedDocument();
    const recorder = new Recorder(chance, document);
    const player = async (name: string) => new Speaker(recorder, await service.stranger.register(name), name);
    const [ada, bob, cleo] = [await player('Ada'), await player('Bob'), await player('Cleo')];
    const stranger = new Speaker(recorder, service.stranger, 'nobody');
    const play = { service, clock, smtp, receiver, document, recorder, stranger, ada, bob, cleo };
    for (const [title, chapter] of CHAPTERS) {
      recorder.chapter(title);
      await chapter(play);
    }
    return recorder.lines(YEAR);
  } finally {
    await service.stop();
  }
}

const recordedStatements = () => readFileSync(STATEMENTS, 'utf8').trimEnd().split('\n');
const recordedLines = () => readFileSync(FILE, 'utf8').trimEnd().split('\n');

test('the service answers every call as in the recorded session', () => {
  expect(firstDifference(recordedLines().map(settled), lines.map(settled))).toBeNull();
});

test.runIf(process.env.SESSION === 'statements')('the service sends its database only recorded statements', () => {
  const recorded = recordedStatements();
  expect([...statements].filter((statement) => !recorded.includes(statement))).toEqual([]);
});

test('the session contains every operation of the document', () => {
  const carriedOut = new Set(
    recordedLines()
      .map((line) => JSON.parse(line))
      .flatMap(({ operation, status }) => (status < 300 ? [operation] : [])),
  );
  const missing = operationsOf(committedDocument()).filter(({ id }) => !carriedOut.has(id));
  expect(missing.map(({ id }) => id)).toEqual([]);
});

function firstDifference(recorded: readonly string[], now: readonly string[]): string | null {
  const at = now.findIndex((line, i) => line !== recorded[i]);
  if (at === -1) return recorded.length === now.length ? null : `${recorded.length - now.length} calls are missing`;
  const [before = '', after = ''] = [recorded[at], now[at]];
  let from = 0;
  while (after[from] === before[from]) from++;
  const place = (text: string) => text.slice(Math.max(0, from - AROUND), from + AROUND);
  const { chapter, by, call } = JSON.parse(after);
  const where = `line ${at + 1} (${chapter}), ${by}: ${call}`;
  return `${where}\nrecorded: …${place(before)}…\nnow:      …${place(after)}…\nIf that is meant: SESSION=record npx vitest run test/session.test.ts`;
}
