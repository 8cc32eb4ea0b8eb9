import { copiesAtTable, hasGamesLeft } from '../formats/schedule.ts';
import { type Competition, type Entry, hasLeft } from '../model/competition.ts';
import { isActive, type Situation, timeOf } from './situation.ts';

/** The fewest who can meet. */
const PAIR = 2;

/** Whether nobody is paired any more: its time is up, or nobody who is there or may come has games left to play. */
export function ladderIsOver({ competition, now }: Situation): boolean {
  const { entryUntil, endsAt } = competition.header.settings;
  if (timeOf(endsAt) <= now.getTime()) return true;
  const mayCome = endsAt !== null && now.getTime() < timeOf(entryUntil);
  return !mayCome && goingOn(competition).filter((entry) => !hasLeft(entry)).length < PAIR;
}

/** The entries that could play one more game now. */
export function freeOnLadder({ competition }: Situation, underWay: ReadonlyMap<number, number>): number[] {
  return goingOn(competition)
    .filter((entry) => isActive(entry) && (underWay.get(entry.entry) ?? 0) < entry.concurrency)
    .map(({ entry }) => entry);
}

/** Those who have not been paired for as many games as one plays. */
function goingOn({ header, entries, rounds }: Competition): Entry[] {
  const { settings } = header;
  const begun = new Map<number, number>();
  for (const { tables } of rounds) {
    for (const entry of tables.flatMap((table) => table.entries)) {
      if (entry !== null) begun.set(entry, (begun.get(entry) ?? 0) + copiesAtTable(settings));
    }
  }
  return entries.filter(({ entry }) => hasGamesLeft(settings, begun.get(entry) ?? 0));
}
