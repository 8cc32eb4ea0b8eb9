import { type EndedSession, ended, session } from './session.ts';
import { useStore } from './store.ts';

export function useEnded(): EndedSession | null {
  const who = useStore(ended);
  return useStore(session) === null ? who : null;
}
