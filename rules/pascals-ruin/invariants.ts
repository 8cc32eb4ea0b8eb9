import type { Seat } from '../kernel/ruleset.ts';
import { rankOf, STANDARD_DECK } from '../kernel/tabletop/cards.ts';
import { isKing } from './cards.ts';
import { FULL_CHAIN } from './chain.ts';
import { DICE, type Die } from './dice.ts';
import { legalActions } from './legality.ts';
import { deckCount, PENDING_KINDS, type State, seatCount } from './state.ts';

export function invariants(state: State): string[] {
  return [
    ...cardFaults(state),
    ...diceFaults(state),
    ...chainFaults(state),
    ...phaseFaults(state),
    ...scoreFaults(state),
  ];
}

function cardFaults({ deck, dealt, discard, chain, held }: State): string[] {
  const onChain = chain.flatMap(({ card, extras }) => [card, ...extras]);
  const cards = [...deck.slice(dealt), ...discard, ...onChain, ...held.flat()];
  const isWhole = cards.length === STANDARD_DECK.length && STANDARD_DECK.every((card) => cards.includes(card));
  return isWhole ? [] : [`the cards on the table are not the 52 of the deck: ${cards.join(' ')}`];
}

function diceFaults(state: State): string[] {
  return state.diceLeft.flatMap((left, seat) => {
    const dice = [...left, ...diceOnTable(state, seat)].sort();
    return dice.join() === [...DICE].sort().join() ? [] : [`the dice of seat ${seat} are ${dice.join(' ')}`];
  });
}

function diceOnTable({ chain, pending }: State, seat: Seat): Die[] {
  const laid = chain.flatMap(({ roll, spent }) => [...(roll === undefined ? [] : [roll]), ...(spent ?? [])]);
  // dice thrown for a King still count as unused, because a Jack may force the seat to throw all of them again
  const top = chain.at(-1);
  const rolled = top === undefined || isKing(top.card) ? [] : (pending?.rolls ?? []);
  return [...laid, ...rolled].filter((die) => die.seat === seat).map(({ die }) => die);
}

function chainFaults({ chain, phase }: State): string[] {
  const faults: string[] = [];
  const isPlaying = phase !== 'vote' && phase !== 'over';
  const unwon = chain.filter(({ card, roll }) => rankOf(card) !== 'A' && roll === undefined);
  const isTopOpen = phase === 'roll' || phase === 'reaction' || phase === 'challenge';
  if (isPlaying !== chain.length > 0) faults.push(`in phase ${phase} the chain has ${chain.length} cards`);
  if (chain.length > FULL_CHAIN) faults.push(`the chain has ${chain.length} levels`);
  if (unwon.length !== (isTopOpen ? 1 : 0)) faults.push(`in phase ${phase}, ${unwon.length} levels are not won`);
  if (isTopOpen && unwon[0] !== chain.at(-1)) faults.push('a level below the top one is not won');
  return faults;
}

function phaseFaults(state: State): string[] {
  const { phase, pending, chain } = state;
  const faults: string[] = [];
  const isAsking = PENDING_KINDS.some((kind) => kind === phase);
  if (isAsking !== (pending !== null) || (pending !== null && pending.kind !== phase)) {
    faults.push(`in phase ${phase} the question is ${pending?.kind ?? 'none'}`);
  }
  if (phase === 'decide' && (deckCount(state) === 0 || chain.length === FULL_CHAIN)) {
    faults.push('a chain that is complete cannot be continued');
  }
  for (const seat of pending?.waitingFor ?? []) {
    if (legalActions(state, seat).length < 2) faults.push(`seat ${seat} is asked but has no choice`);
    if (pending?.choices.some((choice) => choice.seat === seat)) faults.push(`seat ${seat} has chosen already`);
  }
  return faults;
}

function scoreFaults(state: State): string[] {
  const { options, phase, round, roundWins, roundPoints, totals } = state;
  const faults: string[] = [];
  const won = roundWins.reduce((sum, wins) => sum + wins, 0);
  const isRoundCounted = phase === 'vote' || phase === 'over';
  if (won > (isRoundCounted ? round : round - 1)) faults.push(`${won} rounds are won in round ${round}`);
  if (totals.some((total, seat) => total < (roundPoints[seat] ?? 0)))
    faults.push('a total is below the points of the round');
  if (options.mode === 'match' && roundWins.includes(options.roundsToWin) !== (phase === 'over')) {
    faults.push(`in phase ${phase} the rounds won are ${roundWins.join(' ')}`);
  }
  if (options.mode === 'eternal' && options.maxRounds !== null && round > options.maxRounds)
    faults.push(`round ${round} is one too many`);
  if ([roundWins, roundPoints, totals].some((list) => list.length !== seatCount(state)))
    faults.push('a seat has no score');
  return faults;
}
