import { type CardId, deckOf } from './cards.ts';
import { legalActions } from './legality.ts';
import { rowOf, type State, seatCount } from './state.ts';
import { type CardPlace, type HiddenCard, tracked } from './trail.ts';

export function invariants(state: State): string[] {
  return [
    ...cardFaults(state),
    ...trailFaults(state),
    ...phaseFaults(state),
    ...shieldFaults(state),
    ...turnFaults(state),
  ];
}

function cardFaults({ options, hands, rows, drawPile, discardPile, turn }: State): string[] {
  const hidden = [...hands.flat(), ...drawPile].map(({ card }) => card);
  const cards = [...hidden, ...rows.flat(), ...discardPile, ...(turn.current === null ? [] : [turn.current])];
  const deck = deckOf(options);
  const isWhole = cards.length === deck.length && new Set(cards).size === deck.length;
  return isWhole && deck.every((card) => cards.includes(card))
    ? []
    : [`the cards on the table are not those of the deck: ${[...cards].sort().join(' ')}`];
}

function trailFaults({ hands, drawPile, moment, options }: State): string[] {
  const faultsAt = (cards: readonly HiddenCard[], place: CardPlace): string[] =>
    cards.flatMap((hidden) => {
      const { trail, card } = tracked(hidden, place, options);
      const isOrdered = trail.every(({ from }, i) => from >= (trail[i - 1]?.from ?? 0) && from <= moment);
      return isOrdered && trail.at(-1)?.place === place ? [] : [`the trail of ${card} does not lead to ${place}`];
    });
  return [...hands.flatMap(faultsAt), ...faultsAt(drawPile, 'pile')];
}

function phaseFaults(state: State): string[] {
  const { phase, attack, pending, turn, chosenRows, hands, active } = state;
  const faults: string[] = [];
  if ((attack !== null) !== (phase === 'remove')) faults.push(`in phase ${phase} the attack is on ${attack?.victim}`);
  if ((pending !== null) !== (phase === 'power')) faults.push(`in phase ${phase} ${pending?.power ?? 'no power'} asks`);
  if (chosenRows.length !== (phase === 'row' ? seatCount(state) : 0)) faults.push(`rows are chosen in phase ${phase}`);
  if ((phase === 'roll' || phase === 'place') && turn.current === null)
    faults.push(`no card is rolled in phase ${phase}`);
  if (phase === 'over' && turn.current !== null) faults.push('a card is still rolled');
  if (phase !== 'row' && phase !== 'over' && legalActions(state, active).length === 0) {
    faults.push(`there is nothing to choose in phase ${phase}`);
  }
  for (const [seat, chosen] of chosenRows.entries()) {
    const hand = (hands[seat] ?? []).map(({ card }) => card);
    if (chosen?.some((card) => !hand.includes(card))) faults.push(`seat ${seat} chose cards that it does not hold`);
  }
  return faults;
}

function shieldFaults(state: State): string[] {
  const { shields, options, rows, turns } = state;
  const faults: string[] = [];
  for (const { owner, card, power } of shields) {
    const isBound = power.kind === 'shieldCard' || power.kind === 'shieldHealth';
    if (isBound && !rowOf(state, owner).includes(card)) faults.push(`the shield of ${card} lasts without its card`);
    if (shields.filter((other) => other.owner === owner && other.card === card).length > 1) {
      faults.push(`the shield of ${card} is raised twice`);
    }
  }
  const isPlaying = turns.some((taken) => taken > 0);
  if (isPlaying && !options.finalCardVulnerable && rows.some((row) => row.length === 0)) faults.push('a row is empty');
  return faults;
}

function turnFaults({ turn, hands, active, drawPile, discardPile, rows, studies, turns }: State): string[] {
  const { setAside, rolls, row, reached, result, current } = turn;
  const faults: string[] = [];
  const reachable: CardId[] = [...(hands[active] ?? []), ...drawPile].map(({ card }) => card);
  if (setAside.some((card) => ![...reachable, ...discardPile].includes(card)))
    faults.push('a set-aside card was rolled');
  if (reached > row.length || reached > rolls) faults.push(`${rolls} rolls reached ${reached} cards`);
  if (result !== null && !Number.isInteger(result)) faults.push(`the result is ${result}`);
  if (current !== null && rolls === 0) faults.push('a card is rolled without a roll');
  if ([hands, rows, studies, turns].some((list) => list.length !== rows.length)) faults.push('a seat has no place');
  return faults;
}
