import { administer } from '../admin/admin.ts';
import type { AdminAnswer, AdminCall } from '../admin/call.ts';
import { callServer, operatorSocketIn } from '../admin/operator-socket.ts';
import { databaseIn, onDatabase } from './opened-store.ts';

/** Sends the call to the server that has the embedded database open. If there is none, carries the call out itself. */
export async function run(call: AdminCall, environment: NodeJS.ProcessEnv): Promise<AdminAnswer> {
  const { url, directory } = databaseIn(environment);
  const socket = url === '' ? operatorSocketIn(directory) : null;
  const answer = socket === null ? null : await callServer(socket, call);
  return answer ?? onDatabase(environment, (parts) => administer(parts, call));
}
