import { counted } from '../../core/words/counted.ts';
import { WORDS } from '../../core/words.ts';
import type { Waiting } from './waiting.ts';

const number = new Intl.NumberFormat('en');
const listed = (names: readonly string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
const games = (n: number) => counted(n, 'game');

export const WORDS_OF_WAITING = {
  title: 'Why am I waiting?',
  toGame: 'To the game',
  ends: '· the time for this decision ends',
};

export function sentenceOf(waiting: Waiting): string {
  switch (waiting.why) {
    case 'over':
      return 'It is over: there is nothing to wait for.';
    case 'gone':
      return 'You have left it: no more games come.';
    case 'sentAway':
      return 'Its organizer has disqualified you: no more games come.';
    case 'yourTurn':
      return 'It waits for you: it is your turn.';
    case 'theirTurn':
      return `${WORDS.table.waitingFor(waiting.names)} in your game.`;
    case 'tooFew':
      return `It has not begun, and too few are there: it takes ${number.format(waiting.least)} at least.`;
    case 'startsAt':
      return 'It has not begun: it starts by itself when its time comes.';
    case 'notStarted':
      return 'It has not begun: its organizer starts it.';
    case 'paused':
      return `You are paused, so that you get no games${waiting.holdsUp ? ', and the others wait for you' : ''}. Play on to be paired.`;
    case 'noShow':
      return `You were paused because you did not come to ${games(waiting.games)} in a row${waiting.holdsUp ? ', and the others wait for you' : ''}. Play on to be paired.`;
    case 'othersPaused':
      return `Too few are there: nothing is paired until one of them plays on: ${listed(waiting.names)}.`;
    case 'ending':
      return 'Nothing more is dealt: the last games of others are played to their end.';
    case 'decided':
      return 'The match is decided: what is under way is played to its end.';
    case 'allPlayed':
      return `You have played all your ${games(waiting.games)}. Others still play.`;
    case 'ladder':
      return 'No opponent is free at the moment: the others are playing, have played all their games, or have just met you. You are paired as soon as that changes.';
    case 'pairing':
      return `Round ${number.format(waiting.round)} is being paired.`;
    case 'bye':
      return `You sit out round ${number.format(waiting.round)}, with the points of a win, since the number of entries leaves no seat. You are paired in the next round.`;
    case 'notInRound':
      return `You were not there when round ${number.format(waiting.round)} was paired. You are paired in the next one.`;
    case 'dealing':
      return `Your next game of round ${number.format(waiting.round)} is dealt as soon as everybody at its table has a game free.`;
    case 'sealed':
      return `Your games of round ${number.format(waiting.round)} are over. Others still play the same boards: they count, and the next round is paired, when the last game on them is over (${number.format(waiting.counted)} of ${counted(waiting.dealt, 'game counts', 'games count')}).`;
    case 'round':
      return `Your games of round ${number.format(waiting.round)} are over. The next round is paired when the last table has ended (${number.format(waiting.counted)} of ${counted(waiting.dealt, 'game counts', 'games count')}).`;
    default:
      return waiting satisfies never;
  }
}
