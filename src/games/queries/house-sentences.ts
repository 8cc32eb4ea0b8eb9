import { isolated } from '#rules/kernel/isolated.ts';
import type { ActionShape, AnyRuleset, EventShape, Seat } from '#rules/kernel/ruleset.ts';
import { botName } from '#rules/kernel/search/bots.ts';
import { counted, seatName, sentence } from '#rules/kernel/tabletop/phrases.ts';
import type { ExtendedBecause } from '../model/clock.ts';
import type { Outcome, VoidReason } from '../model/game.ts';
import type { SeatedPlayer, SeatHolder } from '../model/seats.ts';

/** The data of the service's own events. Each event has only some of these fields. */
interface EventData {
  player: SeatedPlayer | null;
  bot: string | null;
  consequence: 'random' | 'resign';
  seconds: number;
  for: Seat;
  deadline: string;
  because: ExtendedBecause;
  to: number;
  outcome: Outcome;
  reason: VoidReason;
}

/** Reasons for a moved deadline, in words. They do not say that a vacation has begun, because it may begin later. */
const REASONS: Record<ExtendedBecause, (who: string) => string> = {
  vacation: (who) => `${who} takes days off for a vacation`,
  daysOff: () => 'days off do not count',
  quietHours: (who) => `${who} is not to be disturbed before`,
  vacationEnded: () => 'the vacation is shorter than it was, or called off',
  agreed: () => 'all others agreed',
};

const WHY_VOIDED: Record<VoidReason, string> = {
  fault: 'something was wrong with it',
  stuck: 'it did not go on',
  conduct: 'a player misbehaved in it',
  asked: 'its players asked for that',
  other: 'for a reason of their own',
};

/** Returns the sentence about an event. `who` is the seat of the event, as the sentence names it. */
type Sentence = (who: string, told: EventData, event: { seat: Seat | null; naming: Naming }) => string;

const SENTENCES: Record<string, Sentence> = {
  gameCreated: () => 'the game is created.',
  seatTaken: (who, { player, bot }, { naming }) => {
    if (naming === asWritten) return bot === null ? `${who} is taken.` : `${who} is played by the bot ${bot}.`;
    return `${player === null ? who : isolated(player.name)} sits down.`;
  },
  seatLeft: (who, _, { naming }) => (naming === asWritten ? `${who} is free again.` : 'a seat is free again.'),
  gameStarted: () => 'every seat is taken, and the game begins.',
  seatResigned: (who) => `${who} resigns.`,
  seatTimedOut: (who, { consequence }) =>
    `${who} is out of time${consequence === 'random' ? ', and an action is drawn' : ' and leaves the game'}.`,
  timeGiven: (_, { seconds }) => `no clock was kept for ${seconds} s, which are given back.`,
  timeAsked: (who, { for: target, seconds }, { seat, naming }) => {
    const more = `${durationOf(seconds)} more`;
    if (target === seat) return `${who} asks for ${more} to decide.`;
    return `${who} wants ${naming(seatName(target))} to have ${more} to decide.`;
  },
  timeExtended: (who, { deadline, because }, { naming }) => {
    const until =
      naming === asWritten ? `until ${deadline.slice(0, 16).replace('T', ' ')} UTC to decide` : 'more time to decide';
    return `${who} has ${until}: ${REASONS[because](who)}.`;
  },
  undone: (who, { to }, { naming }) =>
    `${who} undoes the last action${naming === asWritten ? `: the game is as at version ${to}` : ''}.`,
  takebackAsked: (who, { to }, { naming }) =>
    `${who} asks to go back${naming === asWritten ? ` to version ${to}` : ''}.`,
  takebackRefused: (who) => `${who} would rather not go back.`,
  takenBack: (_, { to }, { naming }) =>
    naming === asWritten ? `all agree, and the game goes on from version ${to}.` : 'all agree to go back.',
  abortAsked: (who) => `${who} asks to abort the game.`,
  abortWithdrawn: (who) => `${who} no longer asks to abort the game.`,
  gameVoided: (_, { reason }) => `an operator ends the game: ${WHY_VOIDED[reason]}.`,
  gameAborted: () => 'the game is aborted and has no outcome.',
  gameEnded: (_, { outcome }, { naming }) => `the game is over: ${naming(outcome.text)}`,
};

export const HOUSE_EVENT_TYPES: readonly string[] = Object.keys(SENTENCES);

export function houseSentence({ type, seat, data }: EventShape, naming: Naming): string {
  const told = SENTENCES[type];
  if (told === undefined) throw new Error(`nothing is said of ${type}`);
  return sentence(told(seat === null ? '' : naming(seatName(seat)), data as EventData, { seat, naming }));
}

function durationOf(seconds: number): string {
  const [many, unit] = UNITS.map(([each, name]) => [seconds / each, name] as const).find(([n]) =>
    Number.isInteger(n),
  ) ?? [seconds, 'second'];
  return counted(many, unit);
}

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const;

/** Renames the seats in a sentence. Rulesets call them `seat 1` and so on. */
export type Naming = (words: string) => string;

const SEAT = /\bseat (\d+)\b/gi;

/** How sentences appear in answers. `text`: sentences are included; `names`: they call players by name. */
export interface Telling {
  text: boolean;
  names: boolean;
}

export const NO_TELLING: Telling = { text: false, names: false };

export const asWritten: Naming = (words) => words;

/** Returns a function that replaces numbers of seats by names. Seats with equal names keep a number. */
export function namingOf(seats: readonly SeatHolder[]): Naming {
  const names = toldApart(seats.map(nameOf));
  return (words) => words.replace(SEAT, (written, digits: string) => names[Number(digits)] ?? written);
}

export function namedOutcome(outcome: Outcome, naming: Naming): Outcome {
  return { ...outcome, text: naming(outcome.text) };
}

/** Adds seat numbers, from 1, to names that several seats share. If two names are then equal, numbers all names. */
function toldApart(names: readonly (string | null)[]): (string | null)[] {
  const isShared = (name: string) => names.filter((other) => other === name).length > 1;
  const numbered = (name: string, seat: number) => `${name} (${seat + 1})`;
  const few = names.map((name, seat) => (name === null || !isShared(name) ? name : numbered(name, seat)));
  const written = few.map((name, seat) => name ?? seatName(seat));
  if (new Set(written).size === written.length) return few;
  return names.map((name, seat) => (name === null ? null : numbered(name, seat)));
}

function nameOf(holder: SeatHolder, seat: Seat, seats: readonly SeatHolder[]): string | null {
  switch (holder.kind) {
    case 'player':
      return isolated(holder.player.name);
    case 'bot':
      return botName(holder.policy, seats.slice(0, seat));
    case 'open':
    case 'invited':
      return null;
    default:
      return holder satisfies never;
  }
}

export function labelsOf(ruleset: AnyRuleset, actions: readonly ActionShape[], view: unknown, name: Naming): string[] {
  return actions.map((action) => name(ruleset.label(action, view)));
}
