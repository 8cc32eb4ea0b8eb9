import type { Chance } from '../../kernel/chance.ts';
import type { Seat } from '../../kernel/ruleset.ts';
import {
  type Action,
  CHALLENGE,
  CONTINUE,
  DECLINE_CHALLENGE,
  PASS,
  type RollDieAction,
  TAKE_CHAIN,
} from '../actions.ts';
import { isKing } from '../cards.ts';
import { FULL_CHAIN, sumOfDice, topOf } from '../chain.ts';
import { DICE, type Die, type Roll, SIDES } from '../dice.ts';
import type { View } from '../view.ts';
import { cardToBeat, meanHighest, NUMBERS, plain, RANKS, winningOdds } from './plain.ts';

/** The policy looks this many cards beyond the next one. One more takes 30 times as long and wins no more games. */
const FURTHER = 1;
/** What a Jack or Queen is worth later in the round, in points, but at most one point for each card left in the deck.
 * The value was found by trial games. */
const WORTH_OF_CARD = 5;

/** A set of dice as a number: bit i stands for die i of `DICE`. */
type DiceSet = number;

/** A turn from the side of the seat that holds the chain, against one rival. */
interface Turn {
  levels: number;
  /** the sum of the won cards */
  cards: number;
  /** the sum of the winning dice; a die that is not rolled yet counts with its mean */
  dice: number;
  own: DiceSet;
  rivals: DiceSet;
  deck: number;
}

// This policy expects that the holder of the chain and one rival both play well in this turn. Every worth is in points:
// how many more the holder will gain than the rival.
export function skilled(view: View, legal: readonly Action[], chance: Chance): Action {
  switch (view.phase) {
    case 'roll':
      return bestRoll(view, legal as readonly RollDieAction[]);
    case 'decide': {
      const turn = turnIn(view, strongestRival(view));
      return worthOfNext(turn, FURTHER) > turn.cards ? CONTINUE : TAKE_CHAIN;
    }
    case 'reaction':
      return reaction(view, legal) ?? plain(view, legal, chance);
    case 'challenge': {
      const { rolls, waitingFor } = view.pending as Pending;
      const turn = turnIn(view, waitingFor[0] as Seat);
      const worth = worthOfChallenge(turn, cardToBeat(view), placeOf((rolls[0] as Roll).die), FURTHER);
      return worth < 0 ? CHALLENGE : DECLINE_CHALLENGE;
    }
    default:
      return plain(view, legal, chance);
  }
}

type Pending = NonNullable<View['pending']>;

function placeOf(die: Die): number {
  return DICE.indexOf(die);
}

function setOf(dice: readonly Die[]): DiceSet {
  return dice.reduce((set, die) => set | (1 << placeOf(die)), 0);
}

function turnIn({ phase, chain, chainPoints, diceLeft, active, deckCount }: View, rival: Seat): Turn {
  return {
    levels: phase === 'decide' ? chain.length : chain.length - 1,
    cards: chainPoints,
    dice: sumOfDice(chain),
    own: setOf(diceLeft[active] as Die[]),
    rivals: setOf(diceLeft[rival] as Die[]),
    deck: deckCount,
  };
}

function strongestRival({ scores, active }: View): Seat {
  const others = [...scores.keys()].filter((seat) => seat !== active);
  return others.reduce((best, seat) => ((scores[seat] as number) > (scores[best] as number) ? seat : best));
}

function bestRoll(view: View, legal: readonly RollDieAction[]): Action {
  const turn = turnIn(view, strongestRival(view));
  const worths = legal.map(({ die }) => worthOfRoll(turn, cardToBeat(view), placeOf(die), FURTHER));
  return legal[worths.indexOf(Math.max(...worths))] as Action;
}

/** Plays a card if that improves the roll by more than the card is worth. Null: no estimate, because of a throw for a
 * King, two challengers, or a challenge between two other seats. */
function reaction(view: View, legal: readonly Action[]): Action | null {
  const { active, chain, deckCount } = view;
  const { rolls, waitingFor } = view.pending as Pending;
  const [roll, second] = rolls;
  const seat = waitingFor[0] as Seat;
  if (roll === undefined || second !== undefined || isKing(topOf(chain).card)) return null;
  const rival = [roll.seat, seat, strongestRival(view)].find((other) => other !== active) as Seat;
  if (seat !== active && seat !== rival) return null;
  const turn = turnIn(view, rival);
  const number = cardToBeat(view);
  const again = (roll.seat === active ? worthOfRoll : worthOfChallenge)(turn, number, placeOf(roll.die), FURTHER);
  const gain = again - worthOfStanding(roll, turn, number, active);
  const isWorthIt = (seat === active ? gain : -gain) > Math.min(WORTH_OF_CARD, deckCount);
  return (isWorthIt ? legal.find(({ type }) => type === 'playCard') : null) ?? PASS;
}

function worthOfStanding({ seat, die, value }: Roll, turn: Turn, number: number, active: Seat): number {
  const place = placeOf(die);
  if (seat !== active) {
    return value > number ? -worthOfWin(passedOn(turn), number, place, value, FURTHER) : turn.cards + number;
  }
  return value > number ? worthOfWin(turn, number, place, value, FURTHER) : worthOfFail(turn, number, place, FURTHER);
}

function passedOn(turn: Turn): Turn {
  return { ...turn, own: turn.rivals, rivals: turn.own };
}

const MEAN_HIGHEST = Array.from({ length: 2 ** DICE.length }, (_, set) =>
  meanHighest(DICE.filter((_die, place) => (set & (1 << place)) !== 0)),
);

/** Returns the mean worth of the next card, over all ranks except Jack and Queen: after these, another card follows. */
function worthOfNext(turn: Turn, further: number): number {
  const next = { ...turn, deck: turn.deck - 1 };
  let sum = worthOfAce(next, further) + next.dice + (MEAN_HIGHEST[next.own] as number);
  for (const number of NUMBERS) {
    let best = Number.NEGATIVE_INFINITY;
    for (let place = 0; place < DICE.length; place++) {
      if ((next.own & (1 << place)) !== 0) best = Math.max(best, worthOfRoll(next, number, place, further));
    }
    sum += best;
  }
  return sum / RANKS;
}

function worthOfAce(turn: Turn, further: number): number {
  if (turn.levels + 1 === FULL_CHAIN) return turn.dice;
  if (turn.deck === 0 || further === 0) return turn.cards;
  return worthOfNext({ ...turn, levels: turn.levels + 1 }, further - 1);
}

function worthOfRoll(turn: Turn, number: number, place: number, further: number): number {
  const die = DICE[place] as Die;
  const win = winningOdds(die, number);
  const tie = number <= SIDES[die] ? 1 / SIDES[die] : 0;
  const won = win === 0 ? 0 : win * worthOfWin(turn, number, place, meanWin(die, number), further);
  return won + tie * (turn.cards + number) + (1 - win - tie) * worthOfFail(turn, number, place, further);
}

function meanWin(die: Die, number: number): number {
  return (number + 1 + SIDES[die]) / 2;
}

function worthOfWin(turn: Turn, number: number, place: number, value: number, further: number): number {
  const dice = turn.dice + value;
  const levels = turn.levels + 1;
  if (levels === FULL_CHAIN) return dice;
  const cards = turn.cards + number;
  if (turn.deck === 0 || further === 0) return cards;
  return Math.max(cards, worthOfNext({ ...turn, levels, cards, dice, own: turn.own & ~(1 << place) }, further - 1));
}

/** The rival challenges only if that gains points. */
function worthOfFail(turn: Turn, number: number, place: number, further: number): number {
  return (turn.rivals & (1 << place)) === 0 ? 0 : Math.min(0, worthOfChallenge(turn, number, place, further));
}

function worthOfChallenge(turn: Turn, number: number, place: number, further: number): number {
  const die = DICE[place] as Die;
  const win = winningOdds(die, number);
  const kept = (1 - win) * (turn.cards + number);
  if (win === 0) return kept;
  const passed = further === 0 ? turn : passedOn({ ...turn, own: turn.own & ~(1 << place) });
  return kept - win * worthOfWin(passed, number, place, meanWin(die, number), further);
}
