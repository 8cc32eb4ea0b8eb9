import { type EndedSession, ended, session } from './session.ts';
import { useStore } from './store.ts';

/** Whose token was ended elsewhere, until a player is signed in again. */
export function useEnded(): EndedSession | null {
  const who = useStore(ended);
  return useStore(session) === null ? who : null;
}
