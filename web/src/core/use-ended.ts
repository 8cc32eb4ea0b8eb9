import { type EndedSession, ended, session } from './session.ts';
import { useStore } from './store.ts';

/** The player whose token was ended, until a player is signed in. */
export function useEnded(): EndedSession | null {
  const who = useStore(ended);
  return useStore(session) === null ? who : null;
}
