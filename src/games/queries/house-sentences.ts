import type { EventShape } from '../../kernel/ruleset.ts';
import { seatName, sentence } from '../../kernel/tabletop/phrases.ts';
import type { Outcome } from '../model/game.ts';
import type { SeatedPlayer } from '../model/seats.ts';
import type { Naming } from './wording.ts';

/** What the house's events hold, each of them some of it. */
interface Told {
  player: SeatedPlayer | null;
  bot: string | null;
  consequence: 'random' | 'resign';
  seconds: number;
  outcome: Outcome;
}

type Sentence = (seat: string, told: Told, naming: Naming | null) => string;

const SENTENCES: Record<string, Sentence> = {
  gameCreated: () => 'the game is created.',
  seatTaken: (seat, { player, bot }, naming) => {
    if (bot !== null) return `${seat} is played by the bot ${bot}.`;
    return naming === null || player === null ? `${seat} is taken.` : `${player.name} takes ${seat}.`;
  },
  seatLeft: (seat) => `${seat} is free again.`,
  gameStarted: () => 'every seat is taken, and the game begins.',
  seatResigned: (seat, _, naming) => `${named(seat, naming)} resigns.`,
  seatTimedOut: (seat, { consequence }, naming) =>
    `${named(seat, naming)} is out of time${consequence === 'random' ? ', and an action is drawn' : ' and leaves the game'}.`,
  timeGiven: (_, { seconds }) => `no clock was kept for ${seconds} s, which are given back.`,
  abortAsked: (seat, _, naming) => `${named(seat, naming)} asks to abort the game.`,
  gameAborted: () => 'the game is aborted and has no outcome.',
  gameEnded: (_, { outcome }, naming) => `the game is over: ${named(outcome.reason, naming)}`,
};

/** What the house itself did, as a sentence; `naming` is null where players are not to be named. */
export function houseSentence({ type, seat, data }: EventShape, naming: Naming | null): string {
  const told = SENTENCES[type];
  if (told === undefined) throw new Error(`nothing is said of ${type}`);
  return sentence(told(seat === null ? '' : seatName(seat), data as Told, naming));
}

function named(words: string, naming: Naming | null): string {
  return naming === null ? words : naming(words);
}
