import type { FastifyBaseLogger } from 'fastify';
import type { Catalogue } from '#rules/catalogue.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Analyses } from '../analyses/analyses.ts';
import type { Competitions } from '../competitions/competitions.ts';
import type { Estimates } from '../competitions/estimates/estimates.ts';
import type { CompetitionReader } from '../competitions/queries/competition-reader.ts';
import type { Chat } from '../games/chat/chat.ts';
import type { GameService } from '../games/game-service.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { Players } from '../players/players.ts';
import type { Ratings } from '../ratings/ratings.ts';
import type { Seeks } from '../seeks/seeks.ts';
import type { ServedDocument } from './documentation/served-document.ts';
import type { Limits } from './limits.ts';
import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';
import type { Contract } from './schemas/contract.ts';
import type { OperatorAccess } from './server/operator.ts';
import type { BuiltPages } from './server/pages.ts';
import type { Validators } from './validators.ts';

export interface AppParts {
  catalogue: Catalogue;
  players: Players;
  accounts: Accounts;
  notifications: Notifications;
  gameService: GameService;
  competitions: Competitions;
  ratings: Ratings;
  seeks: Seeks;
  analyses: Analyses;
  chat: Chat;
  logger: FastifyBaseLogger;
  limits: Limits;
  readiness: Readiness;
  metrics: Metrics | null;
  version: string;
  /** null: made on first request */
  document: ServedDocument | null;
  /** null: not served */
  pages: BuiltPages | null;
  /** where people find the pages; left out: where the request says */
  publicUrl?: string | undefined;
  /** null: no operators' page */
  operator: OperatorAccess | null;
}

export interface Services extends AppParts {
  contract: Contract;
  validators: Validators;
  competitionReader: CompetitionReader;
  estimates: Estimates;
}
