import { session } from '../core/session.ts';
import { useStore } from '../core/store.ts';
import { WORDS } from '../core/words.ts';

/** Marks the viewer's own name, because a guest did not choose that name. */
export function You({ of }: { of: string | undefined }) {
  const who = useStore(session);
  return who !== null && who.playerId === of ? <small> ({WORDS.table.you})</small> : null;
}
