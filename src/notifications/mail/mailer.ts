import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import { type Outcome, Unreachable } from '../delivery.ts';

export interface MailSettings {
  /** an smtp: or smtps: URL, with name and password if the server needs them */
  smtp: URL;
  /** the sender: an address, or a name followed by an address in angle brackets */
  from: string;
  /** the address of the pages, without a slash at the end */
  publicUrl: string;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** the same in each attempt, so that receivers can recognize a repetition */
  name: string;
  /** a URL that unsubscribes by a POST; null: there is nothing to unsubscribe from yet */
  unsubscribe: string | null;
}

export interface Mailed extends Pick<Outcome, 'error'> {
  /** false: the mail server rejected this address; null: the mail server failed */
  reached: boolean | null;
  status: number | null;
}

/** A mail server that sends more than this does not speak SMTP. */
const MOST_READ_BYTES = 64 * 1024;
const LOOK_MS = 50;
const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };
const LOOPBACK = /^(localhost|127\..*|\[::1\])$/;
const FOR_GOOD = 500;

/** Sends mails, each over a new connection with limits of time and bytes. */
export class Mailer {
  readonly #settings: MailSettings;
  readonly #onMailed: (mailed: Mailed) => void;

  /** `onMailed` is called after each mail, except if this server aborted it. */
  constructor(settings: MailSettings, onMailed: (mailed: Mailed) => void = () => {}) {
    this.#settings = settings;
    this.#onMailed = onMailed;
  }

  get publicUrl(): string {
    return this.#settings.publicUrl;
  }

  /** Sends a mail once. Never rejects: failures are a part of the result. */
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
    // encrypts every password, except on a connection to this machine
    const requireTLS = smtp.username !== '' && !secure && !LOOPBACK.test(smtp.hostname);
    return createTransport({ host, port, secure, connection, requireTLS, ...auth });
  }

  #message({ to, subject, text, html, name, unsubscribe }: Mail) {
    const { from, publicUrl } = this.#settings;
    const list = { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
    return {
      from,
      to: { name: '', address: to },
      // removes line ends, because a player's name must not begin another header
      subject: subject.replace(/\p{Cc}+/gu, ' ').trim(),
      text,
      html,
      messageId: `<${createHash('sha256').update(name).digest('hex').slice(0, 32)}@${new URL(publicUrl).hostname}>`,
      headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribe === null ? {} : list) },
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  }
}

/** Closes the connection and rejects after `timeoutMs`, after too many received bytes, or if `signal` aborts. */
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

/** Returns a failure. It has only the code of the mail server's reply, because the text may reveal internal details. */
function failed(error: unknown): Mailed {
  const { responseCode, command = '' } = error as { responseCode?: number; command?: string };
  if (responseCode === undefined) {
    const why = error instanceof Unreachable ? error.message : 'the mail server cannot be spoken to';
    return { reached: null, status: null, error: why };
  }
  const ofAddress = command.startsWith('RCPT') || (command.startsWith('DATA') && responseCode >= FOR_GOOD);
  return { reached: ofAddress ? false : null, status: responseCode, error: `the mail server answered ${responseCode}` };
}
