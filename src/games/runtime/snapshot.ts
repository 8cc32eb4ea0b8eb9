import { createHmac } from 'node:crypto';
import type { Decision } from '../model/clock.ts';
import type { Game, GameHeader } from '../model/game.ts';
import type { OwnTurn } from '../model/own-turn.ts';

/** Folding so many events takes a few milliseconds, even before the code is compiled. */
export const VERSIONS_BETWEEN = 250;

const DIGEST_LENGTH = 43;

/** Whether a game is worth a snapshot once it has come from one version to another. */
export function isDue(from: number, to: number): boolean {
  return Math.floor(to / VERSIONS_BETWEEN) > Math.floor(from / VERSIONS_BETWEEN);
}

/** With what tells later that it is what was written. */
export function signed(header: GameHeader, text: string): string {
  return digestOf(header, text) + text;
}

/** The text that was signed for this game; null: it is not what was written. */
export function unsigned(header: GameHeader, stored: string): string | null {
  const text = stored.slice(DIGEST_LENGTH);
  return stored.startsWith(digestOf(header, text)) ? text : null;
}

function digestOf({ chainKey }: GameHeader, text: string): string {
  return createHmac('sha256', chainKey).update(text).digest('base64url');
}

/** A game as text; its header is kept elsewhere. */
export function serialize({ header: _, ...game }: Game): string {
  return JSON.stringify(game);
}

/** The game that was written. */
export function deserialize(header: GameHeader, text: string): Game {
  const game = JSON.parse(text) as Omit<Game, 'header'>;
  return {
    ...game,
    header,
    updatedAt: new Date(game.updatedAt),
    timeGivenUntil: game.timeGivenUntil === null ? null : new Date(game.timeGivenUntil),
    decisions: game.decisions.map(withTimes),
    turn: game.turn && turnWithTimes(game.turn),
  };
}

function turnWithTimes({ seat, steps }: OwnTurn): OwnTurn {
  return { seat, steps: steps.map((step) => ({ ...step, decisions: step.decisions.map(withTimes) })) };
}

/** JSON knows no times. */
function withTimes(decision: Decision): Decision {
  const { openedAt, deadline } = decision;
  return { ...decision, openedAt: new Date(openedAt), deadline: deadline === null ? null : new Date(deadline) };
}
