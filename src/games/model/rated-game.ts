import { sha256Hex } from '../../kernel/hashing.ts';
import { canonical, type Json } from '../../kernel/json.ts';
import type { PoolRow } from '../../store/contract/ratings.ts';

const POOL_DIGITS = 16;

/** What games are compared by. */
interface Pooled {
  ruleset: string;
  rulesVersion: number;
  /** complete */
  options: unknown;
  seats: number;
}

/** The pool in which games of these rules, options and so many seats are compared. */
export function poolOf({ ruleset, rulesVersion, options, seats }: Pooled): PoolRow {
  const pool = { ruleset, rulesVersion, options: options as Json, seats };
  return { id: sha256Hex(canonical(pool)).slice(0, POOL_DIGITS), ...pool };
}
