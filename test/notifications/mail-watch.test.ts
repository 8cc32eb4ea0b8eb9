import { beforeEach, expect, test } from 'vitest';
import { MailWatch } from '../../src/notifications/mail/mail-watch.ts';
import { Mailer } from '../../src/notifications/mail/mailer.ts';
import { SmtpServer } from './smtp-server.ts';

const MAIL = {
  to: 'ada@mail.example',
  subject: 'One',
  text: 'one',
  html: '<p>one</p>',
  name: 'one',
  unsubscribe: null,
};
const DOWN = 'the mail server cannot be reached';

let said: unknown[];
let minutes: number;
let server: SmtpServer;
let mailer: Mailer;
beforeEach(async () => {
  [said, minutes] = [[], 0];
  server = await new SmtpServer().start();
  const watch = new MailWatch({
    onOut: (outage) => said.push(outage),
    onBack: () => said.push('back'),
    now: () => minutes * 60_000,
  });
  const settings = { smtp: server.url, from: 'house@play.example', publicUrl: 'https://play.example' };
  mailer = new Mailer(settings, watch.saw);
  return () => server.stop();
});

async function send(count: number, options: { timeoutMs: number; signal?: AbortSignal } = { timeoutMs: 5_000 }) {
  for (let nth = 0; nth < count; nth++) await mailer.send(MAIL, options);
}

test('a failing mail server is reported once a minute, and once more when it recovers', async () => {
  await send(1);
  await server.stop();
  await send(5);
  expect(said).toEqual([{ reason: DOWN, failed: 1 }]);
  minutes = 0.99;
  await send(1);
  minutes = 1;
  await send(2);
  expect(said.slice(1)).toEqual([{ reason: DOWN, failed: 7 }]);
  await server.start();
  await send(2);
  expect(said.slice(2)).toEqual(['back']);
  await server.stop();
  await send(1);
  expect(said.slice(3)).toEqual([{ reason: DOWN, failed: 1 }]);
});

test('neither a refused address nor an aborted attempt says anything about the server', async () => {
  server.answering = (line) => (line.startsWith('RCPT') ? '550 no such user' : null);
  await send(1);
  const leaving = new AbortController();
  server.answering = () => {
    leaving.abort();
    return null;
  };
  await send(1, { timeoutMs: 5_000, signal: leaving.signal });
  expect(said).toEqual([]);
});
