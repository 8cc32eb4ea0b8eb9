import { narratorOf } from '../kernel/narration.ts';
import { counted, listOf, seatName } from '../kernel/tabletop/phrases.ts';
import type { Card } from './cards.ts';
import type { Event } from './events.ts';
import { cardName } from './names.ts';

const OMITTED = {
  declined: 'attacks nobody',
  nobody: 'has nobody to attack',
  power: 'does not attack, by a power',
  zero: 'does not attack, since the result is 0',
  harmless: 'does not attack, since a result below 0 does no harm',
} as const;

/** What a viewer may know of an event, as a sentence. */
export const narrate = narratorOf<Event>({
  handDealt: ({ count, cards }, who) =>
    `${who} is dealt ${counted(count, 'card')}${cards === null ? '' : `: ${named(cards)}`}.`,
  startDrawn: (_, who) => `${who} is the start player.`,
  rowChosen: ({ cards }, who) => `${who} chooses its first row: ${named(cards)}.`,
  rowsRevealed: ({ rows }) =>
    `the rows are laid out: ${listOf(rows.map((row, seat) => `${seatName(seat)} has ${named(row)}`))}.`,
  turnStarted: (_, who) => `${who} begins its turn.`,
  cardRolled: ({ card, roll, effect, result }, who) =>
    `${who} rolls ${cardName(card)}, roll ${roll}${effect === null ? '' : ` with ${effect.id} in force`}: ` +
    `${result === null ? 'stopping takes a final roll' : `stopping gives ${result}`}.`,
  rerolled: ({ card, passed }, who) =>
    `${who} passes ${passed.id} and rolls again; ${cardName(card)} returns to its hand.`,
  stopped: ({ card, effect, result }, who) =>
    `${who} stops${effect === null ? '' : ` on ${effect.id}`} with ${cardName(card)}: ` +
    `${result === null ? 'one final roll counts' : `the result is ${result}`}.`,
  powerUsed: ({ card, power }, who) => `${who} uses ${words(power)} of ${card.id}.`,
  powerSkipped: ({ card, power }, who) => `${words(power)} of ${card.id} cannot be carried out by ${who}.`,
  powerDeclined: ({ card, power }, who) => `${who} does without ${words(power)} of ${card.id}.`,
  cardReturned: ({ card }, who) => `${cardName(card)} returns to the hand of ${who}.`,
  cardSetAside: ({ card }, who) => `${who} sets ${aCard(card)} aside, which it cannot roll in this turn.`,
  shieldRaised: ({ card, power }, who) => `${who} has a shield until its next turn: ${words(power)} of ${card.id}.`,
  shieldEnded: ({ card }, who) => `the shield of ${who} by ${card.id} ends.`,
  attackStarted: ({ victim, damage }, who) =>
    `${who} attacks ${seatName(victim)} with ${counted(damage, 'point')} of damage.`,
  attackOmitted: ({ reason }, who) => `${who} ${OMITTED[reason]}.`,
  cardRemoved: ({ victim, card, health }, who) =>
    `${who} removes ${card.id}, which counts ${health} health, from the row of ${seatName(victim)}.`,
  attackEnded: ({ victim, removed, health }) =>
    `the attack on ${seatName(victim)} is over: ${counted(removed, 'card')} with ${health} health removed.`,
  cardTaken: ({ card, side }, who) => `${who} puts the removed ${cardName(card)} at the ${side} end of its row.`,
  rollPlaced: ({ card, side }, who) => `${who} puts ${cardName(card)} at the ${side} end of its row.`,
  rollKept: ({ card, discarded }, who) =>
    `${who} takes ${cardName(card)} back into its hand and discards ${cardName(discarded)} for it.`,
  rollReplaced: ({ card, returned }, who) =>
    `${cardName(card)} takes the place of ${cardName(returned)}, which returns to the hand of ${who}.`,
  cardDrawn: ({ card }, who) => `${who} draws ${aCard(card)}.`,
  cardPutUnder: ({ card }, who) => `${who} puts ${aCard(card)} under the draw pile.`,
  cardDiscarded: ({ card, from }, who) => `${who} discards ${cardName(card)} from its ${from}.`,
  cardsSwapped: ({ card, owner, other }, who) =>
    `${who} swaps ${cardName(card)} with ${cardName(other)} in the row of ${seatName(owner)}.`,
  rowShuffled: ({ owner, row }, who) => `${who} shuffles the row of ${seatName(owner)}: ${named(row)}.`,
  handStudied: ({ owner, cards }, who) =>
    `${who} looks at the hand of ${seatName(owner)}${cards === null ? '' : `: ${named(cards)}`}.`,
  pileFormed: ({ drawCount }) =>
    `the discard pile is shuffled and becomes the draw pile: ${counted(drawCount, 'card')}.`,
  turnEnded: ({ handCount }, who) =>
    `the turn of ${who} ends, with ${handCount === 0 ? 'no card' : counted(handCount, 'card')} in hand.`,
});

function aCard(card: Card | null): string {
  return card === null ? 'a card' : cardName(card);
}

function named(cards: readonly Card[]): string {
  return cards.length === 0 ? 'no card' : listOf(cards.map(cardName));
}

/** `noAttackByHealth` is "no attack by health". */
function words(power: string): string {
  return `the power “${power.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}”`;
}
