import type { GameEvent } from '../../core/api.ts';

/** Files `telling.ts` of tables name the types of events that `isResult` below does not recognize by their endings. */
const TELLING = import.meta.glob<{ RESULTS?: string[]; CHANCES?: string[] }>('../../tables/*/telling.ts', {
  eager: true,
});
const OWN = Object.values(TELLING);
const RESULTS = new Set(OWN.flatMap((own) => own.RESULTS ?? []));
const CHANCES = new Set(OWN.flatMap((own) => own.CHANCES ?? []));

/** True if the event decides something. */
export function isResult({ type }: GameEvent): boolean {
  return RESULTS.has(type) || /(Won|Lost|Scored|Removed|Stolen|Tied|Hurt|Defeated)$/.test(type);
}

export function isChance({ type }: GameEvent): boolean {
  return CHANCES.has(type) || /(Rolled|Rerolled)$/.test(type);
}

/** Types of events that need no sentence, because the next state of the table shows what happened. */
const SEEN = /^(turnStarted|turnEnded|cardRevealed|roundStarted)$/;

/** Returns the events of a version that are worth a sentence. */
export function tellingIn(events: readonly GameEvent[], version: number): GameEvent[] {
  const all = events.filter((event) => event.version === version && event.text !== undefined);
  const weighty = all.filter((event) => isResult(event) || isChance(event));
  const last = all.findLast(({ type }) => !SEEN.test(type)) ?? all.at(-1);
  return weighty.length > 0 || last === undefined ? weighty : [last];
}
