import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import type { Outcome } from '../delivery.ts';

/** How mail leaves the house. */
export interface MailSettings {
  /** smtp: or smtps:, with name and password where the server asks for them */
  smtp: URL;
  /** whom mails are from: an address, or a name with an address in angle brackets */
  from: string;
  /** where the pages are, without a slash at its end */
  publicUrl: string;
}

/** A mail as it is to be sent. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** the same in every attempt, so that a repetition can be recognised */
  name: string;
  /** the URL that ends all mail to this address by a POST; null: there is none yet */
  unsubscribe: string | null;
}

/** What came of a mail. */
export interface Mailed extends Pick<Outcome, 'error'> {
  /** whether the server took it, or refused this address; null: it is the server itself that failed */
  reached: boolean | null;
  /** of the server's last reply */
  status: number | null;
}

/** A server that says more than this has something else in mind. */
const MOST_READ_BYTES = 64 * 1024;
const LOOK_MS = 50;
const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };
const LOOPBACK = /^(localhost|127\..*|\[::1\])$/;
const FOR_GOOD = 500;

/** Sends mails by one SMTP server, each over a connection of its own that is bounded in time and bytes. */
export class Mailer {
  readonly #settings: MailSettings;
  readonly #onMailed: (mailed: Mailed) => void;

  /** `onMailed`: told what came of each mail, but for one that was broken off from here */
  constructor(settings: MailSettings, onMailed: (mailed: Mailed) => void = () => {}) {
    this.#settings = settings;
    this.#onMailed = onMailed;
  }

  get publicUrl(): string {
    return this.#settings.publicUrl;
  }

  /** Sends a mail once. Whatever goes wrong is an outcome; it never rejects. */
  async send(mail: Mail, options: { timeoutMs: number; signal?: AbortSignal }): Promise<Mailed> {
    const mailed = await this.#attempt(mail, options);
    if (mailed.reached !== null || !options.signal?.aborted) this.#onMailed(mailed);
    return mailed;
  }

  async #attempt(mail: Mail, { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal }): Promise<Mailed> {
    const { smtp } = this.#settings;
    const port = Number(smtp.port) || (PORTS[smtp.protocol] as number);
    const socket = connect({ host: smtp.hostname.replace(/^\[|\]$/g, ''), port });
    const ended = bounded(socket, timeoutMs, signal);
    try {
      await Promise.race([once(socket, 'connect'), ended]);
      await Promise.race([this.#transport(socket, port).sendMail(this.#message(mail)), ended]);
      return { reached: true, status: null, error: null };
    } catch (error) {
      return failed(error);
    } finally {
      socket.destroy();
    }
  }

  #transport(connection: Socket, port: number) {
    const { smtp } = this.#settings;
    const secure = smtp.protocol === 'smtps:';
    const host = smtp.hostname.replace(/^\[|\]$/g, '');
    const credentials = { user: decodeURIComponent(smtp.username), pass: decodeURIComponent(smtp.password) };
    const auth = smtp.username === '' ? {} : { auth: credentials };
    // nobody's password goes over the network in the clear
    const requireTLS = smtp.username !== '' && !secure && !LOOPBACK.test(smtp.hostname);
    return createTransport({ host, port, secure, connection, requireTLS, ...auth });
  }

  #message({ to, subject, text, html, name, unsubscribe }: Mail) {
    const { from, publicUrl } = this.#settings;
    const list = { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
    return {
      from,
      to: { name: '', address: to },
      subject: oneLine(subject),
      text,
      html,
      messageId: `<${createHash('sha256').update(name).digest('hex').slice(0, 32)}@${new URL(publicUrl).hostname}>`,
      headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribe === null ? {} : list) },
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  }
}

/** Rejects, and ends the connection, when it takes too long or says too much. */
function bounded(socket: Socket, timeoutMs: number, signal?: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = (reason: string) => {
      reject(new Unreachable(reason));
      socket.destroy();
    };
    const timer = setTimeout(() => end(`no answer within ${timeoutMs / 1000} s`), timeoutMs);
    const looking = setInterval(() => {
      if (socket.bytesRead > MOST_READ_BYTES) end('the mail server says too much');
    }, LOOK_MS);
    const stop = () => end('the attempt was broken off');
    signal?.addEventListener('abort', stop);
    socket.on('error', () => end('the mail server cannot be reached'));
    socket.on('close', () => {
      clearTimeout(timer);
      clearInterval(looking);
      signal?.removeEventListener('abort', stop);
      reject(new Unreachable('the connection ended without an answer'));
    });
  });
}

/** A fault of the server, not of the address. */
class Unreachable extends Error {
  override name = 'Unreachable';
}

/** What a server says of an address is told by its code alone: the text may name what is not its owner's business. */
function failed(error: unknown): Mailed {
  const { responseCode, command = '' } = error as { responseCode?: number; command?: string };
  if (responseCode === undefined) {
    const why = error instanceof Unreachable ? error.message : 'the mail server cannot be spoken to';
    return { reached: null, status: null, error: why };
  }
  const ofAddress = command.startsWith('RCPT') || (command.startsWith('DATA') && responseCode >= FOR_GOOD);
  return { reached: ofAddress ? false : null, status: responseCode, error: `the mail server answered ${responseCode}` };
}

/** Nothing that a player is called begins another header. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}
