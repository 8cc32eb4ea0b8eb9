import { narratorOf } from '../kernel/narration.ts';
import { counted, listOf } from '../kernel/tabletop/phrases.ts';
import type { Event } from './events.ts';

const CANCELLED = {
  chosen: 'by choice',
  noDotSpace: 'since there is no space for another dot',
  noCrossSpace: 'since there is no space for another cross',
} as const;

/** An event as a sentence. */
export const narrate = narratorOf<Event>({
  boardStarted: ({ board }) => `board ${board} begins, empty.`,
  diceRolled: ({ dice }) => `the dice show ${listOf(dice)}.`,
  diceRerolled: ({ rerolled, dice, dots }) =>
    `${rerolled.length === 1 ? 'one die is' : `${rerolled.length} dice are`} rolled again, for dot ${dots}: now they show ${listOf(dice)}.`,
  sumWritten: ({ field, value, dice }) =>
    `${value} is written into ${field}, with ${counted(dice.length, 'die', 'dice')}.`,
  pencilErased: ({ fields }) => `${listOf(fields)} ${fields.length === 1 ? 'is' : 'are'} empty again.`,
  turnEnded: ({ fields }) =>
    `all dice are written: ${listOf(fields)} ${fields.length === 1 ? 'is' : 'are'} permanent now.`,
  rollDiscarded: ({ crosses }) => `the roll is discarded, for cross ${crosses}.`,
  fieldCrossedOut: ({ field }) => `${field} is crossed out and counts 0.`,
  boardCancelled: ({ reason, cancelledBoards }) =>
    `the board is cancelled, ${CANCELLED[reason]}: ${counted(cancelledBoards, 'board')} so far.`,
  boardCompleted: ({ score }) => `the board is complete, with a score of ${score.total}.`,
});
