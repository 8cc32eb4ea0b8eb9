// A client of the service for browsers and for Node: typed calls that wait for a service which restarts, changes that
// are made once, and news as they happen. It knows no rule of any game.
export { type Answer, answerOf, doneOf, type Refusal } from './answer.ts';
export { type Connection, type ConnectionOptions, connect } from './connection.ts';
export type { Line } from './follow.ts';
export { type FollowedGame, followGame, followTurns, type GameListener, type TurnsListener } from './follow-game.ts';
export { followLobby } from './follow-lobby.ts';
export { Unreachable } from './patient-fetch.ts';
export * from './types.ts';
