import type { Competition, Schemas } from '../../../../clients/typescript/src/index.ts';

type Entry = Schemas['CompetitionEntry'];
type Round = Schemas['CompetitionRoundSummary'];

export type Waiting =
  | {
      why: 'over' | 'gone' | 'sentAway' | 'startsAt' | 'notStarted' | 'ending' | 'decided' | 'ladder';
    }
  | { why: 'yourTurn'; gameId: string; deadline: string | null }
  | { why: 'theirTurn'; gameId: string; deadline: string | null; names: readonly string[] }
  | { why: 'tooFew'; least: number }
  | { why: 'paused'; holdsUp: boolean }
  | { why: 'noShow'; holdsUp: boolean; games: number }
  | { why: 'othersPaused'; names: readonly string[] }
  | { why: 'allPlayed'; games: number }
  | { why: 'pairing' | 'bye' | 'notInRound' | 'dealing'; round: number }
  | { why: 'sealed' | 'round'; round: number; counted: number; dealt: number };

export interface OwnGame {
  gameId: string;
  toAct: readonly { name: string; isMine: boolean; deadline: string | null }[];
}

export interface OwnPart {
  playing: readonly OwnGame[];
  /** how many games of the newest round (on a ladder: of all rounds) were dealt, and how many of them count */
  dealt: number;
  counted: number;
  /** the least number of games that a table plays in the round */
  expected: number;
  /** where the entry is in the round while it has no game: at a table, on a bye, or neither */
  place: 'table' | 'bye' | 'none';
}

interface Situation {
  competition: Competition;
  you: Entry;
  round: Round | null;
  part: OwnPart;
  waitedFor: readonly string[];
}

/** Returns why the entry waits. Of several reasons it returns the one that must end first. */
export function waitingOf(situation: Situation): Waiting {
  const { competition, you, part } = situation;
  if (competition.complete) return { why: 'over' };
  const [first] = part.playing.toSorted((a, b) => Number(isMine(b)) - Number(isMine(a)));
  if (first !== undefined) return turnOf(first);
  if (you.status === 'withdrawn') return { why: 'gone' };
  if (you.status === 'disqualified') return { why: 'sentAway' };
  if (competition.status !== 'playing' && competition.status !== 'open') return { why: 'ending' };
  if (you.status === 'paused') return pausedOf(competition, you);
  if (competition.status === 'open') return beginningOf(competition);
  return pauseInPlay(situation);
}

function isMine({ toAct }: OwnGame): boolean {
  return toAct.some((each) => each.isMine);
}

function turnOf({ gameId, toAct }: OwnGame): Waiting {
  const mine = toAct.find((each) => each.isMine);
  if (mine !== undefined) return { why: 'yourTurn', gameId, deadline: mine.deadline };
  const [deadline = null] = toAct.flatMap((each) => each.deadline ?? []).sort();
  return { why: 'theirTurn', gameId, deadline, names: toAct.map(({ name }) => name) };
}

function pausedOf({ waitingFor, noShow }: Competition, { entry, noShows }: Entry): Waiting {
  const holdsUp = waitingFor.includes(entry);
  return noShows >= noShow.pauseAfter ? { why: 'noShow', holdsUp, games: noShows } : { why: 'paused', holdsUp };
}

function beginningOf({ entries, format, seats, startsAt }: Competition): Waiting {
  const least = leastOf(format, seats);
  if (entries < least) return { why: 'tooFew', least };
  return { why: startsAt === null ? 'notStarted' : 'startsAt' };
}

export function leastOf(format: Competition['format'], seats: number): number {
  if (format === 'cup') return 1;
  return format === 'swiss' || format === 'roundRobin' ? seats : 2;
}

function pauseInPlay({ competition, round, part, waitedFor }: Situation): Waiting {
  const { format, rounds, verdict } = competition;
  if (verdict !== null) return { why: 'decided' };
  if (waitedFor.length > 0) return { why: 'othersPaused', names: waitedFor };
  if (format === 'ladder') return part.dealt >= rounds ? { why: 'allPlayed', games: rounds } : { why: 'ladder' };
  if (round === null || round.ended) return { why: 'pairing', round: (round?.round ?? 0) + 1 };
  if (part.dealt === 0 && part.place === 'bye') return { why: 'bye', round: round.round };
  if (part.dealt === 0 && part.place === 'none') return { why: 'notInRound', round: round.round };
  if (part.dealt < part.expected) return { why: 'dealing', round: round.round };
  const { gamesCounted: counted, gamesDealt: dealt } = round;
  return { why: part.counted < part.dealt ? 'sealed' : 'round', round: round.round, counted, dealt };
}
