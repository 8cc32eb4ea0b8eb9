import { narratorOf } from '../kernel/narration.ts';
import { counted, listOf, seatName } from '../kernel/tabletop/phrases.ts';
import type { Event } from './events.ts';
import { cardName, cardNames } from './names.ts';

const DISCARD_WORDS = { won: 'which won the battle', tie: 'after the tie', numberless: 'which is numberless' } as const;

/** What a viewer may know of an event, as a sentence. */
export const narrate = narratorOf<Event>({
  handDealt: ({ count, cards }, who) =>
    `${who} is dealt ${counted(count, 'card')}${cards === null ? '' : `: ${cardNames(cards)}`}.`,
  turnStarted: ({ battle }, who) => `battle ${battle} begins, and ${who} is to choose whom to fight.`,
  opponentChosen: ({ opponent, useTopCard }, who) =>
    `${who} fights ${seatName(opponent)}${useTopCard ? ' with its top card at stake' : ''}.`,
  numberSet: ({ number, by }, who) => {
    const dice = `dice of ${counted(number, 'card')}`;
    if (by === 'topCard') return `the top card of ${who} asks for ${dice}.`;
    return by === 'opponent' ? `${who} asks for ${dice}.` : `it comes to ${dice}, since a single card is left.`;
  },
  dieCardChosen: ({ card }, who) => `${who} puts ${cardName(card)} into its die.`,
  dieCardTakenBack: ({ card }, who) => `${who} takes ${cardName(card)} back out of its die.`,
  dieMade: ({ number, cards }, who) =>
    `the die of ${who} is ready${cards === null ? `, with ${counted(number, 'card')}` : `: ${cardNames(cards)}`}.`,
  challengeChosen: ({ challenge }, who) => `${who} says that the ${challenge} number wins, and the dice are rolled.`,
  dieRolled: ({ card }, who) => `${who} rolls ${cardName(card)}.`,
  numberCancelled: ({ card }, who) => `${cardName(card)} of ${who} calls the battle off.`,
  challengeInverted: ({ card, challenge }, who) =>
    `${cardName(card)} of ${who} flips the challenge: the ${challenge} number wins now.`,
  beggarWon: ({ card, against }, who) => `${cardName(card)} of ${who} wins against ${cardName(against)}.`,
  tieBroken: ({ card, against }, who) => `${cardName(card)} of ${who} breaks the tie with ${cardName(against)}.`,
  battleWon: ({ card, against }, who) => `${who} wins the battle with ${cardName(card)} against ${cardName(against)}.`,
  battleTied: () => 'the battle is a tie: each battler discards a card and draws one.',
  topCardLost: ({ card }, who) => `${who} loses its top card ${cardName(card)}.`,
  cardPlaced: ({ card, icons }, who) =>
    `${who} puts ${cardName(card)} on its pile, which has ${counted(icons, 'icon')} now.`,
  cardDiscarded: ({ card, reason }, who) => `${who} discards ${cardName(card)}, ${DISCARD_WORDS[reason]}.`,
  discardChosen: ({ card }, who) => `${who} chooses to discard ${cardName(card)}.`,
  drawPileFormed: ({ drawCount }) =>
    `the discard pile is shuffled and becomes the draw pile of ${counted(drawCount, 'card')}.`,
  cardDrawn: ({ card }, who) => `${who} draws ${card === null ? 'a card' : cardName(card)}.`,
  dieInspected: ({ from, cards }, who) =>
    `${who} looks at what is left of the die of ${seatName(from)}${cards === null ? '' : `: ${listOf(cards.map(cardName))}`}.`,
  cardStolen: ({ from, card }, who) =>
    `${who} takes ${card === null ? 'a card' : cardName(card)} out of the die of ${seatName(from)}.`,
  handEmptied: (_, who) => `${who} has no cards left.`,
});
