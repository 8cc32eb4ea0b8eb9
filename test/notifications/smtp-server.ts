import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

export interface MailReceived {
  to: string[];
  headers: Map<string, string>;
  text: string;
}

/** Returns the token in a link `#/mail/{page}/`; empty if there is none. */
export function tokenIn({ text }: Pick<MailReceived, 'text'>, page: string): string {
  return new RegExp(`https://play\\.example/#/mail/${page}/([A-Za-z0-9_.-]+)`).exec(text)?.[1] ?? '';
}

type Answering = (line: string, socket: Socket) => string | null;

export class SmtpServer {
  readonly received: MailReceived[] = [];
  answering: Answering = () => null;
  #server: Server | null = null;
  #port = 0;
  readonly #sockets = new Set<Socket>();

  async start(): Promise<this> {
    this.#server = createServer((socket) => this.#serve(socket)).listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#server.unref(); // does not keep the process alive
    this.#port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  get url(): URL {
    return new URL(`smtp://127.0.0.1:${this.#port}`);
  }

  to(address: string): MailReceived[] {
    return this.received.filter((mail) => mail.to.includes(address));
  }

  async stop(): Promise<void> {
    if (this.#server === null) return;
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, 'close');
    this.#server = null;
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket)).on('error', () => {});
    let rest = '';
    let to: string[] = [];
    let inData = false;
    const say = (line: string, reply: string) => socket.write(`${this.answering(line, socket) ?? reply}\r\n`);
    say('CONNECT', '220 mail.example ESMTP');
    socket.setEncoding('utf8').on('data', (data) => {
      rest += data;
      for (let end = rest.indexOf(inData ? '\r\n.\r\n' : '\r\n'); end !== -1; ) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + (inData ? 5 : 2));
        if (inData) {
          inData = false;
          const refused = this.answering('CONTENT', socket);
          if (refused === null) this.received.push(mailIn(line, to));
          socket.write(`${refused ?? '250 taken'}\r\n`);
          to = [];
        } else if (/^DATA/i.test(line)) {
          const refused = this.answering(line, socket);
          inData = refused === null;
          socket.write(`${refused ?? '354 go on'}\r\n`);
        } else {
          const receiver = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1];
          if (receiver !== undefined) to.push(receiver);
          say(line, /^QUIT/i.test(line) ? '221 bye' : '250 fine');
        }
        end = rest.indexOf(inData ? '\r\n.\r\n' : '\r\n');
      }
    });
  }
}

function mailIn(raw: string, to: string[]): MailReceived {
  const split = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, split)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)] as const),
  );
  const text = raw
    .slice(split)
    .replace(/=\r\n/g, '')
    .replace(/(=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());
  return { to, headers, text };
}
