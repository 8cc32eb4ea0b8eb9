// A client for browsers and Node: typed calls with retries, changes made exactly once, and live events. It knows no
// game's rules.
export type { KeptHead, NotVerified, Verification, Views } from '../../../src/games/model/verdict.ts';
export { type Answer, answered, answerOf, doneOf, type Refusal } from './answer.ts';
export type { Career } from './career.ts';
export { type Connection, type ConnectionOptions, connect } from './connection.ts';
export { Croupier, type CroupierOptions, type FollowOptions, type Rewound } from './croupier.ts';
export type { Line } from './follow.ts';
export { type CompetitionListener, type FollowedCompetition, followCompetition } from './follow-competition.ts';
export { type FollowedGame, followGame, followTurns, type GameListener, type TurnsListener } from './follow-game.ts';
export { followLobby } from './follow-lobby.ts';
export { randomKey, Unreachable } from './patient-fetch.ts';
export type { Agent, PlayOptions } from './play.ts';
export { NotCroupier, ProblemError } from './problem-error.ts';
export type { Reading, Turn, TurnsOptions } from './turns.ts';
export * from './types.ts';
