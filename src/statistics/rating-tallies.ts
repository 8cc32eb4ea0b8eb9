import { ANCHOR, type StrengthModel } from './strength-model.ts';

/** What one played. */
export interface RatingTally {
  games: number;
  boards: number;
  /** how many others it met */
  opponents: number;
  /** the number of its last game */
  last: number;
}

/** What everybody played, by number; random play comes last. Games in order of time. */
export function ratingTalliesOf(model: StrengthModel): RatingTally[] {
  const { strengths, seats, players, boards } = model;
  const all = strengths + 1;
  const met = new Uint8Array(all * all);
  const tallies = Array.from({ length: all }, () => ({ games: 0, boards: 0, opponents: 0, last: -1 }));
  const onBoard = new Set<number>();
  for (let game = 0; game < boards.length; game++) {
    const seated = players
      .subarray(game * seats, (game + 1) * seats)
      .map((each) => (each === ANCHOR ? strengths : each));
    for (const player of seated) {
      const tally = tallies[player] as RatingTally;
      if (tally.last === game) continue;
      tally.games++;
      tally.last = game;
      onBoard.add((boards[game] as number) * all + player);
      for (const other of seated) {
        const cell = player * all + other;
        if (other === player || met[cell] === 1) continue;
        met[cell] = 1;
        tally.opponents++;
      }
    }
  }
  for (const cell of onBoard) (tallies[cell % all] as RatingTally).boards++;
  return tallies;
}
