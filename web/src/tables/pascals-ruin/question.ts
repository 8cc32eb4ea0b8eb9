import { cardIn } from '../../art/faces.ts';
import { headlineOf } from '../../core/headline.ts';
import { isOver } from '../../core/is-over.ts';
import { oddsOf } from '../../core/odds.ts';
import type { BarParts } from '../../core/table-props.ts';
import { shortName } from './faces.ts';
import type { RuinProps } from './ruin-props.ts';
import { WORDS } from './words.ts';

export function question(props: RuinProps): BarParts {
  const { game, view, choice, seatName } = props;
  const { phase, pending, chain, chainPoints } = view;
  if (phase === 'over' || isOver(game)) {
    return {
      ask: headlineOf(
        game,
        game.seats.map(({ seat }) => seatName(seat)),
      ),
    };
  }
  const card = shortName(chain.at(-1)?.card ?? '');
  if (choice.all.length === 0) return { ask: waiting(props, card) };
  switch (phase) {
    case 'roll': {
      const die = choice.picks.find(({ field }) => field === 'die')?.value;
      return {
        ask: die === undefined ? WORDS.asks.roll(card) : WORDS.asks.rollWith(`${die}`, card),
        hint: WORDS.hints.roll(chainPoints),
        pick: WORDS.pick.die,
        go: die === undefined ? undefined : { words: WORDS.roll(`${die}`) },
      };
    }
    case 'decide':
      return {
        ask: WORDS.asks.decide(chainPoints),
        hint: chain.length === 4 ? WORDS.hints.top : WORDS.hints.decide(chainPoints),
        acts: [
          { action: { type: 'takeChain' }, words: WORDS.take(chainPoints) },
          { action: { type: 'continue' }, words: WORDS.go(chain.length + 1), gold: true },
        ],
      };
    case 'reaction': {
      const { card: only } = (choice.meant?.action ?? {}) as { card?: string };
      const held = choice.picks.find(({ field }) => field === 'card')?.value ?? only;
      const name = held === undefined ? null : (cardIn(`${held}`)?.name ?? `${held}`);
      return {
        ask: WORDS.asks.reaction,
        hint: name === null || choice.meant !== null ? WORDS.hints.reaction : WORDS.hints.target,
        pick: name === null ? WORDS.pick.card : WORDS.pick.roll,
        acts: [{ action: { type: 'pass' }, words: WORDS.pass }],
        go: name === null ? undefined : { words: WORDS.play(name) },
      };
    }
    case 'challenge': {
      const die = pending?.rolls[0]?.die ?? '';
      return {
        ask: WORDS.asks.challenge(card),
        hint: WORDS.hints.challenge(die, chainPoints),
        acts: [
          { action: { type: 'declineChallenge' }, words: WORDS.decline },
          {
            action: { type: 'challenge' },
            words: WORDS.challenge(die),
            gold: oddsOf(choice, { type: 'challenge' })?.chance !== 0,
          },
        ],
      };
    }
    case 'vote':
      return {
        ask: WORDS.asks.vote,
        hint: WORDS.hints.vote,
        acts: [
          { action: { type: 'voteStop' }, words: WORDS.voteStop },
          { action: { type: 'voteContinue' }, words: WORDS.voteContinue, gold: true },
        ],
      };
    default:
      return phase satisfies never;
  }
}

function waiting({ view: { phase, pending, active }, seatName }: RuinProps, card: string): string {
  const asked = (pending?.waitingFor ?? []).map(seatName);
  switch (phase) {
    case 'roll':
      return WORDS.waits.roll(seatName(active), card);
    case 'decide':
      return WORDS.waits.decide(seatName(active));
    case 'reaction':
    case 'challenge':
    case 'vote':
      return WORDS.waits[phase](asked);
    case 'over':
      return '';
    default:
      return phase satisfies never;
  }
}
