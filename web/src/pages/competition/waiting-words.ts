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
      return 'You have left, so you get no more games.';
    case 'sentAway':
      return 'The organizer has disqualified you, so you get no more games.';
    case 'yourTurn':
      return 'It is your turn.';
    case 'theirTurn':
      return `${WORDS.table.waitingFor(waiting.names)} in your game.`;
    case 'tooFew':
      return `It has not begun: it needs ${number.format(waiting.least)} or more, and fewer have entered.`;
    case 'startsAt':
      return 'It has not begun. It starts by itself at its time.';
    case 'notStarted':
      return 'It has not begun. Its organizer starts it.';
    case 'paused':
      return `You are paused, so you get no games${waiting.holdsUp ? ', and the others wait for you' : ''}. Play on to be paired.`;
    case 'noShow':
      return `You were paused because you missed ${games(waiting.games)} in a row${waiting.holdsUp ? ', and the others wait for you' : ''}. Play on to be paired.`;
    case 'othersPaused':
      return `Too few are playing. Paused: ${listed(waiting.names)}.`;
    case 'ending':
      return 'No new games begin. Others still play their last games.';
    case 'decided':
      return 'The match is decided. Running games are played to their end.';
    case 'allPlayed':
      return `You have played all your ${games(waiting.games)}. Others still play.`;
    case 'ladder':
      return 'No opponent is free: the others are playing, have finished, or have just met you. You are paired as soon as one is free.';
    case 'pairing':
      return `Round ${number.format(waiting.round)} is being paired.`;
    case 'bye':
      return `You sit out round ${number.format(waiting.round)}, because the numbers do not come out even. It counts as a win. You play in the next round.`;
    case 'notInRound':
      return `You were not there when round ${number.format(waiting.round)} was paired. You are paired in the next one.`;
    case 'dealing':
      return `Your next game of round ${number.format(waiting.round)} begins as soon as everyone at its table is free.`;
    case 'sealed':
      return `Your games of round ${number.format(waiting.round)} are over. Others still play the same boards: they count, and the next round is paired, when the last game on them is over (${number.format(waiting.counted)} of ${counted(waiting.dealt, 'game counts', 'games count')}).`;
    case 'round':
      return `Your games of round ${number.format(waiting.round)} are over. The next round is paired when the last table has ended (${number.format(waiting.counted)} of ${counted(waiting.dealt, 'game counts', 'games count')}).`;
    default:
      return waiting satisfies never;
  }
}
