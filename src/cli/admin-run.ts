import { administer } from '../admin/admin.ts';
import type { AdminAnswer, AdminCall } from '../admin/call.ts';
import { AdminFailed, callServer, operatorSocketIn } from '../admin/operator-socket.ts';
import { isPlain as isOfStore, onDatabase } from './opened-store.ts';

/** On a running server with an embedded database, if there is one; else directly on the database. */
export async function run(call: AdminCall, environment: NodeJS.ProcessEnv): Promise<AdminAnswer> {
  const { DATABASE_URL = '', DATA_DIR = './data' } = environment;
  const socket = DATABASE_URL === '' ? operatorSocketIn(DATA_DIR) : null;
  const answer = socket === null ? null : await callServer(socket, call);
  return answer ?? onDatabase(environment, (parts) => administer(parts, call));
}

/** An error that the operator can fix: one line without a stack. */
export function isPlain(error: unknown): error is Error {
  return isOfStore(error) || error instanceof AdminFailed;
}
