import { administer } from '../admin/admin.ts';
import type { AdminAnswer, AdminCall } from '../admin/call.ts';
import { AdminFailed, callServer, operatorSocketIn } from '../admin/operator-socket.ts';
import { isPlain as isOfStore, onDatabase } from './opened-store.ts';

/** Has the server on the embedded database carry it out, where one runs; else does so on the database itself. */
export async function run(call: AdminCall, environment: NodeJS.ProcessEnv): Promise<AdminAnswer> {
  const { DATABASE_URL = '', DATA_DIR = './data' } = environment;
  const socket = DATABASE_URL === '' ? operatorSocketIn(DATA_DIR) : null;
  const answer = socket === null ? null : await callServer(socket, call);
  return answer ?? onDatabase(environment, (parts) => administer(parts, call));
}

/** What the operator can mend is said in one line; anything else comes with its stack. */
export function isPlain(error: unknown): error is Error {
  return isOfStore(error) || error instanceof AdminFailed;
}
