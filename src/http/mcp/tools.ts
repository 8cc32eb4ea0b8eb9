import type { Tool } from './tool.ts';
import { enterCompetition, listCompetitions } from './tools/competitions.ts';
import { createGame, joinGame, leaveGame, listGames, register } from './tools/games.ts';
import { plan } from './tools/plans.ts';
import { listRulesets, readRules } from './tools/rulesets.ts';
import { act, legalActions, seeTable, waitForTurn, whatHappened } from './tools/turns.ts';

/** Every tool, in the order in which a model that knows nothing needs them. */
export const TOOLS: readonly Tool[] = [
  listRulesets,
  readRules,
  register,
  listGames,
  createGame,
  joinGame,
  waitForTurn,
  act,
  legalActions,
  seeTable,
  whatHappened,
  plan,
  leaveGame,
  listCompetitions,
  enterCompetition,
];
