import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join, relative } from 'node:path';
import { Fixable } from '../store/failures.ts';
import { administer } from './admin.ts';
import type { AdminAnswer, AdminCall, AdminParts } from './call.ts';

/** The longest socket address, in bytes, that every operating system accepts. */
const LONGEST_ADDRESS = 100;
const FILE = 'operator.sock';
const ALIVE_MS = 5_000;
/** A server that sends nothing for this long counts as gone: the operating system accepts connections even for a
 * stopped process. */
const SILENT_MS = 15_000;

export class AdminFailed extends Fixable {}

/** Returns the address of the socket; null: the path is too long for a socket. */
export function operatorSocketIn(directory: string): string | null {
  const path = join(directory, FILE);
  const near = relative('.', path);
  const address = near.length < path.length ? near : path;
  return Buffer.byteLength(address) > LONGEST_ADDRESS ? null : address;
}

/** Accepts one call on each connection, only from the operating system's user who runs the server. The server must
 * carry out the commands itself, because only one process can open an embedded database. */
export function takeOperatorCalls(house: AdminParts, address: string, onError: (error: unknown) => void): Server {
  rmSync(address, { force: true });
  const server = createServer((socket) => {
    socket.on('error', () => {});
    void answerOne(house, socket, onError);
  });
  server.on('error', onError);
  const mask = process.umask(0o177); // The mask keeps other users from opening the socket before `chmod` runs.
  try {
    server.listen(address, () => chmodSync(address, 0o600));
  } finally {
    process.umask(mask);
  }
  return server;
}

async function answerOne(house: AdminParts, socket: Socket, onError: (error: unknown) => void): Promise<void> {
  const alive = setInterval(() => socket.write('\n'), ALIVE_MS);
  try {
    const call = JSON.parse(await lineFrom(socket)) as AdminCall;
    socket.end(`${JSON.stringify(await administer(house, call))}\n`);
  } catch (error) {
    onError(error);
    socket.end(`${JSON.stringify({ failed: (error as Error).message })}\n`);
  } finally {
    clearInterval(alive);
  }
}

/** Sends a call to the running server. Null: no server listens there. Throws `AdminFailed`. */
export async function callServer(address: string, call: AdminCall, silentMs = SILENT_MS): Promise<AdminAnswer | null> {
  const socket = await connected(address);
  if (socket === null) return null;
  socket.setTimeout(silentMs, () => {
    const silence = `the server has not answered for ${silentMs / 1000} s`;
    socket.destroy(new AdminFailed(`${silence}: it is suspended or overloaded, and may still carry out the command`));
  });
  socket.write(`${JSON.stringify(call)}\n`);
  const answer = JSON.parse(await lineFrom(socket)) as AdminAnswer | { failed: string };
  socket.end();
  if ('failed' in answer) throw new AdminFailed(answer.failed);
  return answer;
}

function connected(address: string): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(address, () => resolve(socket));
    socket.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code === 'ENOENT' || code === 'ECONNREFUSED') resolve(null);
      else
        reject(
          new AdminFailed(
            `the socket of the server, ${address}, cannot be opened: ${message}. Run the command as the user of the server`,
          ),
        );
    });
  });
}

function lineFrom(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (piece) => {
      text = (text + piece).trimStart(); // the server sends empty lines while it works
      const end = text.indexOf('\n');
      if (end !== -1) resolve(text.slice(0, end));
    });
    socket.once('error', reject);
    socket.once('close', () =>
      reject(new AdminFailed('the server closed the connection without an answer: look into its log')),
    );
  });
}
