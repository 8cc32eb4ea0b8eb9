import { session } from '../core/session.ts';
import { useStore } from '../core/store.ts';
import { WORDS } from '../core/words.ts';

/** Stands beside the viewer's own name, which a guest did not choose. */
export function You({ of }: { of: string | undefined }) {
  const who = useStore(session);
  return who !== null && who.playerId === of ? <small> ({WORDS.table.you})</small> : null;
}
