import type { Chance } from '#rules/kernel/chance.ts';
import type { AnyRuleset, Seat } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { type SealedAction, type SealedEvent, type SealedState, sealedCards } from '../kernel/sealed-cards.ts';
import type { Cup } from '../kernel/sealed-cups.ts';
import type { Broken } from './broken.ts';
import { order } from './features.ts';

const TOLD = 'leak law: redealing changes nothing that the viewer is told';
const FITS = 'leak law: news fits worlds as well as the truth';
const WORLDS = 'leak law: worlds keep nothing hidden';

const EMPTY_CUP: Cup = { dice: [], tipped: false, token: null };
const ranked = (dice: readonly number[]) => dice.map((die) => 1 + dice.filter((other) => other < die).length);
const totalOf = ({ dice }: Cup) => dice.reduce((sum, die) => sum + die, 0);

const HINTS: [what: string, hint: (cup: Cup) => Cup][] = [
  ['all that lies under cups', (cup) => cup],
  ['the numbers of dice', ({ dice }) => ({ ...EMPTY_CUP, dice: dice.slice(0, 2) })],
  ['a flag', ({ tipped }) => ({ ...EMPTY_CUP, tipped })],
  ['the length of a list', ({ dice }) => ({ ...EMPTY_CUP, dice: dice.map(() => 1) })],
  ['the order of dice', ({ dice }) => ({ ...EMPTY_CUP, dice: ranked(dice.slice(0, 2)) })],
  ['how many dice are high', ({ dice }) => ({ ...EMPTY_CUP, token: dice.filter((die) => die > 3).length })],
  ['a total', (cup) => ({ ...EMPTY_CUP, token: totalOf(cup) })],
  ['whether there is a token', ({ token }) => ({ ...EMPTY_CUP, token: token === null ? null : 1 })],
  ['a number or that there is none', ({ token }) => ({ ...EMPTY_CUP, token })],
  ['a number turned round', ({ dice }) => ({ ...EMPTY_CUP, token: 7 - (dice[0] ?? 0) })],
];

function hintsInEvents(): Broken[] {
  const untouched: Broken = {
    what: 'shows everyone every event unredacted',
    law: FITS,
    ruleset: { ...sealedCards, redact: (event: SealedEvent) => event },
  };
  const hints = HINTS.map(
    ([what, hint]): Broken => ({
      what: `shows everyone ${what}`,
      law: FITS,
      ruleset: {
        ...sealedCards,
        redact: (event: SealedEvent, viewer: Seat) =>
          event.type === 'cupShaken' && event.seat !== viewer && event.data.cup !== null
            ? { ...event, data: { cup: hint(event.data.cup) } }
            : sealedCards.redact(event, viewer),
      },
    }),
  );
  return [untouched, ...hints];
}

function hintsInPositions(): Broken[] {
  const next = (state: SealedState, viewer: Seat) => state.cups[(viewer + 1) % state.hands.length];
  const hinted = (hint: (cup: Cup) => Cup, state: SealedState, viewer: Seat) => {
    const cup = next(state, Number.isInteger(viewer) ? viewer : 0);
    return cup === undefined ? null : hint(cup);
  };
  let peeked: Cup | null = null;
  const peeking = (hint: (cup: Cup) => Cup) => ({
    ...sealedCards,
    view: (state: SealedState, viewer: Seat) => {
      peeked = hinted(hint, state, viewer);
      return sealedCards.view(state, viewer);
    },
  });
  return HINTS.flatMap(([what, hint]): Broken[] => [
    {
      what: `shows a neighbour ${what}`,
      law: TOLD,
      ruleset: {
        ...sealedCards,
        view: (state: SealedState, viewer: Seat) => ({
          ...sealedCards.view(state, viewer),
          cup: hinted(hint, state, viewer),
        }),
      },
    },
    {
      what: `describes to a neighbour ${what}`,
      law: TOLD,
      ruleset: { ...peeking(hint), describe: () => `Next: ${JSON.stringify(peeked)}.` },
    },
    {
      what: `labels by ${what}`,
      law: TOLD,
      ruleset: { ...peeking(hint), label: (action: { type: string }) => `${action.type} ${JSON.stringify(peeked)}` },
    },
    {
      what: `lists actions by ${what}`,
      law: TOLD,
      ruleset: {
        ...sealedCards,
        legalActions: (state: SealedState, seat: Seat) => {
          const actions = sealedCards.legalActions(state, seat);
          const hinting = JSON.stringify(hinted(hint, state, seat));
          const rank = (action: SealedAction) => new FastChance(`${hinting} ${JSON.stringify(action)}`).int(1000);
          return actions.sort((one, other) => rank(one) - rank(other));
        },
      },
    },
  ]);
}

function hintsInWorlds(): Broken[] {
  const keeping = (keep: (anew: SealedState, state: SealedState) => SealedState): AnyRuleset => ({
    ...sealedCards,
    redeal: (state: SealedState, viewer: Seat, chance: Chance) =>
      keep(sealedCards.redeal(state, viewer, chance), state),
  });
  const keepingOfCups = (keep: (anew: Cup, cup: Cup) => Cup) =>
    keeping((anew, state) => ({ ...anew, cups: anew.cups.map((cup, seat) => keep(cup, state.cups[seat] ?? cup)) }));
  const inOrder = ([first = 1, second = 1, ...others]: readonly number[], like: readonly number[]) =>
    order(first, second) === -order(like[0], like[1]) ? [second, first, ...others] : [first, second, ...others];
  return [
    ['the dice', keepingOfCups((anew, { dice }) => ({ ...anew, dice }))],
    ['a flag', keepingOfCups((anew, { tipped }) => ({ ...anew, tipped }))],
    [
      'how many dice there are',
      keepingOfCups((anew, { dice }) => ({ ...anew, dice: dice.map((_, i) => anew.dice[i] ?? 1) })),
    ],
    ['the order of dice', keepingOfCups((anew, { dice }) => ({ ...anew, dice: inOrder(anew.dice, dice) }))],
    [
      'whether there is a token',
      keepingOfCups((anew, { token }) => ({ ...anew, token: token === null ? null : (anew.token ?? 1) })),
    ],
    [
      'the deck',
      keeping((anew, state) => {
        const others = [...anew.deck, ...anew.hands.flat()].length;
        return others === 0 ? anew : { ...state, cups: anew.cups };
      }),
    ],
  ].map(([kept, ruleset]) => ({ what: `draws worlds that keep ${kept}`, law: WORLDS, ruleset: ruleset as AnyRuleset }));
}

export const HINTING_RULESETS: readonly Broken[] = [...hintsInEvents(), ...hintsInPositions(), ...hintsInWorlds()];
