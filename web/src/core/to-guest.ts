import { session } from './session.ts';
import { WORDS } from './words.ts';

/** Guests did not choose their names, so the sentence says whose name it is. */
export function toGuest(sentence: string): string {
  const who = session.value;
  return who?.isGuest ? sentence.replaceAll(who.name, `${who.name} (${WORDS.table.you})`) : sentence;
}
