/** Two entries in order of their seats. */
export type Pair = [first: number, second: number];

/** How many rounds it takes until so many have met each other once, two by two. */
export function circleRounds(entries: number): number {
  return entries % 2 === 0 ? Math.max(0, entries - 1) : entries;
}

/**
 * One round of the circle method: in each cycle everybody meets everybody once, and after any round nobody has sat on
 * one seat more than once oftener than on the other.
 *
 * All but the last entry (of an even number) stand in a circle that turns by one place a round; who stands opposite
 * plays, and who stands on the axis plays the last entry, or sits out. Seats go by whether the distance to the axis is
 * odd, so that they change for everybody from round to round. Every second cycle is the one before backwards with seats
 * changed: so it is a return match for all.
 */
export function circleRound(entries: readonly number[], round: number): Pair[] {
  const rounds = circleRounds(entries.length);
  const cycle = Math.floor((round - 1) / rounds);
  const place = (round - 1) % rounds;
  if (cycle % 2 === 0) return circleAt(entries, place);
  return circleAt(entries, rounds - 1 - place).map(([first, second]) => [second, first]);
}

function circleAt(entries: readonly number[], turn: number): Pair[] {
  const places = circleRounds(entries.length);
  const at = (place: number): number => entries[(place + places) % places] as number;
  const pairs = Array.from({ length: (places - 1) / 2 }, (_, i): Pair => {
    const distance = i + 1;
    const [ahead, behind] = [at(turn + distance), at(turn - distance)];
    return distance % 2 === 1 ? [ahead, behind] : [behind, ahead];
  });
  const last = entries[places];
  if (last === undefined) return pairs;
  return [turn % 2 === 0 ? [at(turn), last] : [last, at(turn)], ...pairs];
}
