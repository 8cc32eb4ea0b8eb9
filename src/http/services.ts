import type { FastifyBaseLogger } from 'fastify';
import type { Trials } from '../competitions/estimates/trial-games.ts';
import type { CompetitionReader } from '../competitions/queries/competition-reader.ts';
import type { House } from '../house.ts';
import type { SharedFile } from './answers/files.ts';
import type { Limits } from './limits.ts';
import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';
import type { Contract } from './schemas/contract.ts';
import type { OperatorAccess } from './server/operator.ts';
import type { Validators } from './validators.ts';

type OfHouse =
  | ('catalogue' | 'players' | 'accounts' | 'notifications' | 'gameService' | 'chat')
  | ('competitions' | 'ratings' | 'seeks' | 'analyses');

/** The built pages by path, such as `index.html` or `assets/table-D9x0aB1c.js`. */
export type BuiltPages = ReadonlyMap<string, SharedFile>;

export interface AppParts extends Pick<House, OfHouse> {
  logger: FastifyBaseLogger;
  limits: Limits;
  readiness: Readiness;
  metrics: Metrics | null;
  version: string;
  /** the API document; null: it is made at the first request */
  document: SharedFile | null;
  /** the pages for browsers; null: they are not served */
  pages: BuiltPages | null;
  /** the address of the pages for people; omitted: the address of the request */
  publicUrl?: string | undefined;
  /** the access of operators to their page; null: there is no such page */
  operator: OperatorAccess | null;
}

export interface Services extends AppParts {
  contract: Contract;
  validators: Validators;
  competitionReader: CompetitionReader;
  trials: Trials;
}
