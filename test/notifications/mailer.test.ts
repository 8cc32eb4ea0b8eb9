import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { notificationsText } from '../../src/notifications/mail/mail-text.ts';
import { Mailer } from '../../src/notifications/mail/mailer.ts';
import { SmtpServer } from './smtp-server.ts';

let server: SmtpServer;
let mailer: Mailer;
beforeAll(async () => {
  server = await new SmtpServer().start();
  mailer = new Mailer({ smtp: server.url, from: 'Croupier <house@play.example>', publicUrl: 'https://play.example' });
});
beforeEach(() => {
  server.answering = () => null;
});
afterAll(() => server.stop());

const MAIL = {
  to: 'ada@mail.example',
  subject: 'Hello',
  text: 'Hi',
  html: '<p>Hi</p>',
  name: 'one',
  unsubscribe: null,
};
const PLENTY = { timeoutMs: 20_000 };

test('a mail has the same Message-ID in each attempt, and one-click unsubscribing if possible', async () => {
  const unsubscribe = 'https://play.example/v1/notifications/unsubscriptions/x';
  for (const name of ['one', 'one', 'two']) await mailer.send({ ...MAIL, name, unsubscribe }, PLENTY);
  const [first, again, other] = server.received.map(({ headers }) => headers.get('message-id'));
  expect(first).toMatch(/^<[0-9a-f]{32}@play\.example>$/);
  expect([again === first, other === first]).toEqual([true, false]);
  const { headers } = server.received[0] as (typeof server.received)[0];
  expect(headers.get('list-unsubscribe')).toBe(`<${unsubscribe}>`);
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
});

test("a player's name begins no header and no tag", async () => {
  const name = 'Eve\r\nBcc: all@mail.example\r\n\r\n<script>';
  const words = { title: name, text: name, fragment: '#/g/1' };
  const text = notificationsText([words], 'https://play.example', 'https://play.example/#/unsubscribe/x');
  await mailer.send({ ...MAIL, ...text, to: 'eve@mail.example' }, PLENTY);
  const [mail] = server.to('eve@mail.example');
  expect(mail?.headers.has('bcc')).toBe(false);
  expect(mail?.to).toEqual(['eve@mail.example']);
  expect(text.html).not.toContain('<script');
});

test.each([
  ['refuses an address', (line: string) => (line.startsWith('RCPT') ? '550 no such user' : null), false, 550],
  ['is busy', (line: string) => (line === 'CONTENT' ? '451 later' : null), null, 451],
  ['refuses everybody', (line: string) => (line === 'CONNECT' ? '554 go away' : null), null, 554],
])('a server that %s is distinguished from one that accepts the mail', async (_, answering, reached, status) => {
  server.answering = answering;
  const mailed = await mailer.send(MAIL, PLENTY);
  expect(mailed).toEqual({ reached, status, error: `the mail server answered ${status}` });
});

test('a server that is silent, endless or missing ends only the attempt', async () => {
  server.answering = (line, socket) => {
    if (line !== 'CONNECT') return null;
    socket.pause();
    return '220-';
  };
  expect(await mailer.send(MAIL, { timeoutMs: 200 })).toMatchObject({ reached: null, error: 'no answer within 0.2 s' });
  server.answering = (line) => (line === 'CONNECT' ? `220-${'x'.repeat(1_000_000)}` : null);
  expect(await mailer.send(MAIL, PLENTY)).toMatchObject({ reached: null });
  const nobody = new Mailer({
    smtp: new URL('smtp://127.0.0.1:9'),
    from: 'a@b.example',
    publicUrl: 'https://b.example',
  });
  expect(await nobody.send(MAIL, PLENTY)).toMatchObject({ reached: null, status: null });
});
