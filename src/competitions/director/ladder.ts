import { copiesAtTable, hasGamesLeft } from '../formats/format.ts';
import { type Competition, type Entry, hasLeft, isOver, perVersion } from '../model/competition.ts';
import { openBoards } from '../model/schedule.ts';
import { isActive, type Situation, timeOf } from './situation.ts';

const PAIR = 2;

/** True after the end time, or if fewer than two present or future entries have games left. */
export function ladderIsOver({ competition, now }: Pick<Situation, 'competition' | 'now'>): boolean {
  const { entryUntil, endsAt } = competition.header.settings;
  if (timeOf(endsAt) <= now.getTime()) return true;
  const mayCome = endsAt !== null && now.getTime() < timeOf(entryUntil);
  return !mayCome && goingOn(competition).filter((entry) => !hasLeft(entry)).length < PAIR;
}

/** Ladder boards that two active entries with games left have not met. Paused and future entries hold no board open,
 * so that games count soon. */
export function boardsThatMayBeMet(situation: Pick<Situation, 'competition' | 'now'>): Set<number> {
  const { competition, now } = situation;
  const { format, duplicate } = competition.header.settings;
  if (format !== 'ladder' || duplicate !== 'movement' || isOver(competition) || ladderIsOver(situation))
    return new Set();
  const there = goingOn(competition).filter(isActive);
  const isWaitedFor = (met: ReadonlySet<number>) => there.filter(({ entry }) => !met.has(entry)).length >= PAIR;
  const boards = openBoards(competition, now).filter(({ dealtAt, met }) => dealtAt !== null && isWaitedFor(met));
  return new Set(boards.map(({ board }) => board));
}

export function freeOnLadder({ competition }: Situation, underWay: ReadonlyMap<number, number>): number[] {
  return goingOn(competition)
    .filter((entry) => isActive(entry) && (underWay.get(entry.entry) ?? 0) < entry.concurrency)
    .map(({ entry }) => entry);
}

const goingOn = perVersion(({ header, entries, rounds }: Competition): readonly Entry[] => {
  const { settings } = header;
  const begun = new Map<number, number>();
  for (const { tables } of rounds) {
    for (const entry of tables.flatMap((table) => table.entries)) {
      if (entry !== null) begun.set(entry, (begun.get(entry) ?? 0) + copiesAtTable(settings));
    }
  }
  return entries.filter(({ entry }) => hasGamesLeft(settings, begun.get(entry) ?? 0));
});
