import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join, relative } from 'node:path';
import { administer } from './admin.ts';
import type { AdminAnswer, AdminCall, AdminParts } from './call.ts';

/** An address of a socket can have so many bytes, on every system. */
const LONGEST_ADDRESS = 100;
const FILE = 'operator.sock';

/** What a server said about a call that broke off in it. */
export class AdminFailed extends Error {
  override name = 'AdminFailed';
}

/** Where the server on the embedded database of a directory takes operators' calls; null: its path is too long for that. */
export function operatorSocketIn(directory: string): string | null {
  const path = join(directory, FILE);
  const near = relative('.', path);
  const address = near.length < path.length ? near : path;
  return Buffer.byteLength(address) > LONGEST_ADDRESS ? null : address;
}

/**
 * Takes operators' calls beside the game, one a connection, from whoever may open the file: the user whose server it is.
 * Nobody else can have the database of a directory open, which is why they come here.
 */
export function takeOperatorCalls(house: AdminParts, address: string, onError: (error: unknown) => void): Server {
  rmSync(address, { force: true });
  const server = createServer((socket) => {
    socket.on('error', () => {}); // who called has gone
    void answerOne(house, socket, onError);
  });
  server.on('error', onError);
  const mask = process.umask(0o177); // nobody else from the first moment on
  try {
    server.listen(address, () => chmodSync(address, 0o600));
  } finally {
    process.umask(mask);
  }
  return server;
}

async function answerOne(house: AdminParts, socket: Socket, onError: (error: unknown) => void): Promise<void> {
  try {
    const call = JSON.parse(await lineFrom(socket)) as AdminCall;
    socket.end(`${JSON.stringify(await administer(house, call))}\n`);
  } catch (error) {
    onError(error);
    socket.end(`${JSON.stringify({ failed: (error as Error).message })}\n`);
  }
}

/** Has a running server carry out a call; null when none takes any there. Throws `AdminFailed`. */
export async function callServer(address: string, call: AdminCall): Promise<AdminAnswer | null> {
  const socket = await connected(address);
  if (socket === null) return null;
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
      else reject(new AdminFailed(`the server's ${address} cannot be opened: ${message}`));
    });
  });
}

function lineFrom(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (piece) => {
      text += piece;
      const end = text.indexOf('\n');
      if (end !== -1) resolve(text.slice(0, end));
    });
    socket.once('close', () => reject(new AdminFailed('the other side has gone')));
  });
}
