import { narratorOf } from '../kernel/narration.ts';
import type { Seat, Term } from '../kernel/ruleset.ts';
import { counted, listOf, seatName, sentence } from '../kernel/tabletop/phrases.ts';
import type { Action, PickCardAction } from './actions.ts';
import { type Card, type CardId, cardOf, PRINTED } from './cards.ts';
import type { Event } from './events.ts';
import type { Power } from './power.ts';
import { POWERS, ruleOf } from './powers.ts';
import type { View } from './view.ts';

type Attack = NonNullable<View['attack']>;
type QueryTracker = NonNullable<View['asking']>;

export function label(action: Action, view: View): string {
  switch (action.type) {
    case 'chooseRow':
      return `Begin with this row: ${listOf(action.cards.map((id) => cardName(cardOf(id))))}`;
    case 'reroll':
      return rerollLabel(view);
    case 'stop':
      return stopLabel(view);
    case 'attack':
      return `Attack ${seatName(action.seat)} with ${counted(view.result ?? 0, 'point')} of damage`;
    case 'removeCard':
      return removeLabel(action.card, view);
    case 'endAttack':
      return endLabel(view.attack);
    case 'placeRoll':
      return `Put ${shown(view.current)} at the ${action.side} end of your row`;
    case 'pickCard':
      return pickLabel(action, view.asking);
    case 'placeTaken':
      return `Put ${shown(view.asking?.taken)} at the ${action.side} end of your row`;
    case 'skipPower':
      return 'Do without the power';
    case 'pickSeat':
      return pickedLabel(seatName(action.seat), view.asking);
    default:
      return action satisfies never;
  }
}

function shown(card: Card | null | undefined): string {
  return card === null || card === undefined ? 'the card' : cardName(card);
}

function rerollLabel({ current, rolls, rows, active }: View): string {
  const row = rows[active] ?? [];
  const next = row[Math.min(rolls, row.length - 1)];
  return `Reroll: ${shown(current)} returns to your hand, and ${shown(next)} is in force`;
}

function stopLabel({ current, result, effect }: View): string {
  const on = effect === null ? 'without a power' : `on ${cardName(effect)}`;
  return `Stop ${on} and keep ${shown(current)}: ${result === null ? 'one final roll counts' : `the result is ${result}`}`;
}

function removeLabel(id: string, { attack, active }: View): string {
  const health = attack?.exposed.find(({ card }) => card === id)?.health ?? cardOf(id).health;
  const whose = attack?.victim === active ? 'your own row' : `the row of ${seatName(attack?.victim ?? 0)}`;
  return `Remove ${countedName(cardOf(id), health)} from ${whose}`;
}

function endLabel(attack: Attack | null): string {
  if (attack === null) return 'Do not attack';
  return attack.removed.length === 0 ? 'End the attack and remove nothing' : 'End the attack';
}

function pickLabel({ card, other }: PickCardAction, asking: QueryTracker | null): string {
  const cards = [card, ...(other === undefined ? [] : [other])].map((id) => cardName(cardOf(id)));
  return pickedLabel(listOf(cards), asking);
}

function pickedLabel(picked: string, asking: QueryTracker | null): string {
  const question = asking === null ? undefined : POWERS[asking.power].question;
  return question?.label(picked) ?? `Pick ${picked}`;
}

export function openQuestion(view: View): string {
  const active = sentence(seatName(view.active));
  switch (view.phase) {
    case 'row':
      return 'Everybody chooses two cards for a row, in secret; all are shown when the last one is in.';
    case 'roll':
      return rollQuestion(view);
    case 'victim':
      return `${active} decides whom to attack with ${counted(view.result ?? 0, 'point')} of damage.`;
    case 'remove':
      return view.attack === null ? `${active} attacks.` : attackQuestion(view.attack, view.active);
    case 'place':
      return `${active} puts ${shown(view.current)} at the left or right end of its row.`;
    case 'power':
      return view.asking === null ? `${active} answers a power.` : askingQuestion(view.asking, view.active);
    case 'over':
      return 'The game is over.';
    default:
      return view.phase satisfies never;
  }
}

function rollQuestion({ active, current, result, mustReroll, rerollsLeft }: View): string {
  const rolled = `${sentence(seatName(active))} rolled ${shown(current)}`;
  const stopping = result === null ? 'stopping takes a final roll' : `stopping gives ${result}`;
  if (mustReroll) return `${rolled} and must reroll; ${stopping}.`;
  if (rerollsLeft === 0) return `${rolled} and must stop; ${stopping}.`;
  return `${rolled}; ${stopping}, and ${counted(rerollsLeft, 'reroll')} at most may follow.`;
}

function attackQuestion({ victim, damage, total, goal, limit, removed }: Attack, active: Seat): string {
  const removing = sentence(seatName(active));
  if (goal !== null) {
    const rest = `${total} of ${goal} removed so far`;
    return `${removing} has to remove as much health from its own row as ${damage} allows, ${goal} in all; ${rest}.`;
  }
  const most = limit === null ? '' : `, ${counted(limit - removed.length, 'card')} at most`;
  const whose = victim === active ? 'its own row' : `the row of ${seatName(victim)}`;
  return `${removing} may remove cards with ${damage - total} health from ${whose}${most}.`;
}

function askingQuestion({ card, power, taken, left }: QueryTracker, active: Seat): string {
  const asked = `${sentence(seatName(active))}, asked by ${cardName(card)},`;
  if (taken !== null) return `${asked} puts ${cardName(taken)} at the left or right end of its row.`;
  const question = POWERS[power].question;
  const more = left > 1 ? ` (${left} in all)` : '';
  return `${asked} ${question?.optional === true ? 'may pick' : 'picks'} ${question?.wanted}${more}.`;
}

export function describe(view: View): string {
  const { lasting } = view;
  const places = `Draw pile: ${counted(view.drawCount, 'card')}. Discard pile: ${counted(view.discardCount, 'card')}.`;
  return [
    `Folly & Fortune. ${places}`,
    ...(view.discardPile.length === 0
      ? []
      : [`Discarded, the last one last: ${listOf(view.discardPile.map(cardName))}.`]),
    ...view.rows.flatMap((_, seat) => rowLines(view, seat)),
    ...view.shields.map(({ owner, card, power }) => `Shield of ${seatName(owner)} by ${card.id}: ${powerText(power)}.`),
    ...handLines(view),
    ...(lasting === 0 ? [] : [`Passed powers change every result of this turn by ${lasting}.`]),
    ...(view.effect === null ? [] : [`In force for roll ${view.rolls}: ${view.effect.id}.`]),
    openQuestion(view),
  ].join('\n');
}

const TURN_TEXTS: Partial<Record<View['phase'], string>> = { row: ', who starts', over: '' };

function rowLines({ phase, rows, healths, handCounts, active }: View, seat: Seat): string[] {
  const total = (healths[seat] ?? []).reduce((sum, health) => sum + health, 0);
  const turn = seat === active ? (TURN_TEXTS[phase] ?? ', whose turn it is') : '';
  const hand = counted(handCounts[seat] ?? 0, 'card');
  const row = rows[seat] ?? [];
  return [
    `${sentence(seatName(seat))}${turn}: ${hand} in hand, ${counted(row.length, 'card')} and ${total} health in the row.`,
    ...row.map((card, place) => `  ${cardText(card, healths[seat]?.[place] ?? card.health)}`),
  ];
}

function handLines({ hand, studied, setAside }: View): string[] {
  const lines = hand.length === 0 ? [] : ['Your hand:', ...hand.map((card) => `  ${cardText(card, card.health)}`)];
  if (setAside.length > 0) lines.push(`You cannot roll ${listOf(setAside.map(cardName))} in this turn.`);
  if (studied !== null) {
    lines.push(`When you saw the hand of ${seatName(studied.seat)}: ${listOf(studied.cards.map(cardName))}.`);
  }
  return lines;
}

/** Writes a card as "B05: number 6, health 1, arrow right; stopped: the result is 1 higher". */
export function cardInFull(card: Card): string {
  return cardText(card, card.health);
}

function cardText(card: Card, health: number): string {
  const { id, number, arrow, powers } = card;
  const counts = health === card.health ? '' : `, which counts ${health} now`;
  const points = arrow === null ? '' : `, arrow ${arrow}`;
  const texts = powers.map((power) => `; ${power.trigger}: ${powerText(power)}`);
  return `${id}: number ${number}, health ${card.health}${counts}${points}${texts.join('')}`;
}

function powerText(power: Power): string {
  return ruleOf(power).words(power);
}

/** Writes number, powers and printed health, because the printed cards have no names: "6 “+2” (health 3)". */
function cardName({ id }: Card): string {
  return NAMES.get(id) as string;
}

function nameWithoutArrow({ number, health, powers }: Card): string {
  const titles = powers.length === 0 ? '' : ` “${powers.map(titleOf).join(', ')}”`;
  return `${number}${titles} (health ${health})`;
}

/** Writes a power in few words: "+2", "draw instead", "rerolls at most 1". */
function titleOf(power: Power): string {
  if (power.kind === 'add') return `+${power.amount}`;
  if (power.kind === 'subtract') return `−${power.amount}`;
  const { amount, threshold, change, side } = power as Partial<
    Record<'amount' | 'threshold' | 'change' | 'side', unknown>
  >;
  const figure = amount ?? threshold ?? change ?? side;
  return figure === undefined ? spaced(power.kind) : `${spaced(power.kind)} ${figure}`;
}

const SHORT_NAMES = PRINTED.map(nameWithoutArrow);
/** The names by card. If cards differ only in their arrow, their names include it, so that every name is unique. */
const NAMES: ReadonlyMap<CardId, string> = new Map(
  PRINTED.map(({ id, arrow }, i) => {
    const name = SHORT_NAMES[i] as string;
    const isOne = SHORT_NAMES.indexOf(name) === SHORT_NAMES.lastIndexOf(name);
    return [id, isOne ? name : `${name.slice(0, -1)}, arrow ${arrow})`];
  }),
);

/** Writes a card without its powers, for sentences that already name the power: "6 (health 3)". */
function plainName({ number, health }: Card): string {
  return `${number} (health ${health})`;
}

const OMITTED = {
  declined: 'attacks nobody',
  nobody: 'has nobody to attack',
  power: 'does not attack, by a power',
  zero: 'does not attack, since the result is 0',
  harmless: 'does not attack, since a result below 0 does no harm',
} as const;

export const narrate = narratorOf<Event>({
  handDealt: ({ count, cards }, who) =>
    `${who} is dealt ${counted(count, 'card')}${cards === null ? '' : `: ${named(cards)}`}.`,
  startDrawn: (_, who) => `${who} is the start player.`,
  rowChosen: ({ cards }, who) => `${who} chooses its first row: ${named(cards)}.`,
  rowsRevealed: ({ rows }) =>
    `the rows are laid out: ${listOf(rows.map((row, seat) => `${seatName(seat)} has ${named(row)}`))}.`,
  turnStarted: (_, who) => `${who} begins its turn.`,
  cardRolled: ({ card, roll, effect, result }, who) =>
    `${who} rolls ${cardName(card)}: ${result === null ? 'stopping takes a final roll' : `stopping gives ${result}`}; ` +
    `roll ${roll}${effect === null ? '' : ` with ${cardName(effect)} in force`}.`,
  rerolled: ({ card, passed }, who) =>
    `${who} passes ${cardName(passed)} and rolls again; ${cardName(card)} returns to its hand.`,
  stopped: ({ card, effect, result }, who) =>
    `${who} stops${effect === null ? '' : ` on ${cardName(effect)}`} with ${cardName(card)}: ` +
    `${result === null ? 'one final roll counts' : `the result is ${result}`}.`,
  powerUsed: ({ card, power }, who) => `${who} uses ${words(power)} of ${plainName(card)}.`,
  powerSkipped: ({ card, power }, who) => `${words(power)} of ${plainName(card)} cannot be carried out by ${who}.`,
  powerDeclined: ({ card, power }, who) => `${who} does without ${words(power)} of ${plainName(card)}.`,
  cardReturned: ({ card }, who) => `${cardName(card)} returns to the hand of ${who}.`,
  cardSetAside: ({ card }, who) => `${who} sets ${aCard(card)} aside, which it cannot roll in this turn.`,
  shieldRaised: ({ card, power }, who) =>
    `${who} has a shield until its next turn: ${words(power)} of ${plainName(card)}.`,
  shieldEnded: ({ card }, who) => `the shield of ${who} by ${plainName(card)} ends.`,
  attackStarted: ({ victim, damage }, who) =>
    `${who} attacks ${seatName(victim)} with ${counted(damage, 'point')} of damage.`,
  attackOmitted: ({ reason }, who) => `${who} ${OMITTED[reason]}.`,
  cardRemoved: ({ victim, card, health }, who) =>
    `${who} removes ${countedName(card, health)} from the row of ${seatName(victim)}.`,
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

/** Writes a card as "6 “+2” (health 3)", followed by its present health if that differs from the printed health. */
function countedName(card: Card, health: number): string {
  return health === card.health ? cardName(card) : `${cardName(card)}, which counts ${health} health,`;
}

function aCard(card: Card | null): string {
  return card === null ? 'a card' : cardName(card);
}

function named(cards: readonly Card[]): string {
  return cards.length === 0 ? 'no card' : listOf(cards.map(cardName));
}

function words(power: string): string {
  return `the power “${spaced(power)}”`;
}

/** Turns `noAttackByHealth` into "no attack by health". */
function spaced(power: string): string {
  return power.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

export const GLOSSARY: readonly Term[] = [
  {
    term: 'card',
    text: 'Its number counts when it is rolled. Its health and its power count while it lies in a row.',
  },
  {
    term: 'in force',
    text: 'The card of the row that belongs to this roll: the first card to the first roll, the next card to the next.',
  },
  { term: 'draw pile', text: 'The cards to come, face down.' },
  { term: 'discard', text: 'The cards that attacks and powers have removed.' },
  {
    term: 'row',
    text: 'The cards that lie face up before a seat, left to right: what its rerolls pass, and what attacks remove.',
  },
  { term: 'hand', text: 'The cards that a seat holds. It is the die: a roll turns up one of them by lot.' },
  { term: 'roll', text: 'To turn up a random card of the hand.' },
  {
    term: 'reroll',
    text: 'To roll again: the rolled card returns to the hand, and the next card of the row is in force.',
  },
  { term: 'result', text: 'The number of the rolled card with all that powers make of it: the damage of the attack.' },
  { term: 'health', text: 'What a card of a row takes of an attack before it is removed.' },
  { term: 'power', text: 'What a card does when it is stopped on, passed or never reached in a turn.' },
  {
    term: 'shield',
    text: 'What the power of a Shield card does until the next turn of its seat. Most protect the row of the seat; some do it harm.',
  },
];
