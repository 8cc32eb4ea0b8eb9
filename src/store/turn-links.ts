import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import { areAlive, living } from './living.ts';
import { keptRequest, type RequestRow, unlessKept } from './requests.ts';
import type { TokenRow, TurnGrant } from './tokens.ts';

/** What a link in a mail is for: the decision of a seat that was open at `version`. */
export interface TurnLinkRow {
  /** SHA-256 of the token, which itself is kept nowhere */
  hash: Uint8Array;
  channelId: string;
  playerId: string;
  gameId: string;
  seat: number;
  version: number;
  createdAt: Date;
  expiresAt: Date;
}

/** The links in mails that open a game for one decision. */
export interface TurnLinkStore {
  /** Keeps links that are to be mailed; one that is mailed again, and was not spent, is good for longer. */
  keep(links: readonly TurnLinkRow[]): Promise<void>;
  /** What a link is for; null: there is none that can be spent, or its channel is gone. */
  find(hash: Uint8Array, now: Date): Promise<TurnLinkRow | null>;
  /** Spends a link and keeps the token that it gives, until the link would have expired. False: it cannot be spent. */
  spend(
    hash: Uint8Array,
    now: Date,
    token: Omit<TokenRow, 'turn'> & { turn: Omit<TurnGrant, 'expiresAt'> },
    request?: RequestRow | null,
  ): Promise<boolean>;
  /** Deletes tokens and links of turns that expired before now, and what confirmed addresses that expired before `kept`. */
  tidy(now: Date, kept: Date): Promise<void>;
}

/** The links in mails that open a game for one decision, beside what confirms addresses. */
export class PrismaTurnLinks implements TurnLinkStore {
  readonly #prisma: PrismaClient;
  readonly #ask: <T>(question: () => Promise<T>) => Promise<T>;

  constructor(prisma: PrismaClient, ask: <T>(question: () => Promise<T>) => Promise<T>) {
    this.#prisma = prisma;
    this.#ask = ask;
  }

  async keep(links: readonly TurnLinkRow[]): Promise<void> {
    const rows = links.map(({ hash, ...link }) => ({ ...link, hash: Buffer.from(hash).toString('hex') }));
    await this.#ask(
      () => this.#prisma.$executeRaw`
        insert into notice_link
          (hash, kind, channel_id, player_id, game_id, seat, version, created_at, expires_at)
        select decode(hash, 'hex'), 'turn', "channelId", "playerId", "gameId", seat, version, "createdAt", "expiresAt"
        from json_to_recordset(${JSON.stringify(rows)}::json) as link (
          hash text, "channelId" uuid, "playerId" uuid, "gameId" uuid, seat int, version int,
          "createdAt" timestamptz, "expiresAt" timestamptz
        )
        where "playerId" in (${living(links.map(({ playerId }) => playerId))})
        on conflict (hash) do update set expires_at = excluded.expires_at where notice_link.spent_at is null`,
    );
  }

  async find(hash: Uint8Array, now: Date): Promise<TurnLinkRow | null> {
    const [link] = await this.#ask(
      () => this.#prisma.$queryRaw<TurnLinkRow[]>`
        select hash, channel_id::text as "channelId", player_id::text as "playerId", game_id::text as "gameId", seat, version,
          created_at as "createdAt", expires_at as "expiresAt"
        from notice_link where ${isToBeSpent(hash, now)}`,
    );
    return link ?? null;
  }

  async spend(
    hash: Uint8Array,
    now: Date,
    { turn, ...token }: Omit<TokenRow, 'turn'> & { turn: Omit<TurnGrant, 'expiresAt'> },
    request: RequestRow | null = null,
  ): Promise<boolean> {
    const tokenHash = Uint8Array.from(token.hash);
    const effect = Prisma.sql`exists (select from token where hash = ${tokenHash})`;
    const spend = () =>
      this.#prisma.$transaction([
        this.#prisma.$executeRaw`
        with spent as (
          update notice_link set spent_at = ${now.toISOString()}::timestamptz
          where ${areAlive([token.playerId])} and ${isToBeSpent(hash, now)}
          returning player_id, game_id, seat, expires_at
        )
        insert into token (id, hash, player_id, scope, name, created_at, game_id, seat, decision_since, expires_at)
        select ${token.id}::uuid, ${tokenHash}, player_id, ${token.scope}, ${token.name},
          ${token.createdAt.toISOString()}::timestamptz, game_id, seat, ${turn.since}::int, expires_at
        from spent`,
        ...(request === null ? [] : [this.#prisma.$executeRaw(keptRequest(request, effect))]),
      ]);
    const [kept] = await this.#ask(() => unlessKept(request, spend, [0]));
    return kept === 1;
  }

  async tidy(now: Date, kept: Date): Promise<void> {
    const [at, before] = [now.toISOString(), kept.toISOString()];
    await this.#ask(() =>
      this.#prisma.$transaction([
        this.#prisma.$executeRaw`delete from token where expires_at < ${at}::timestamptz`,
        this.#prisma.$executeRaw`
          delete from notice_link where expires_at < ${at}::timestamptz
            and (kind = 'turn' or expires_at < ${before}::timestamptz)`,
      ]),
    );
  }
}

/** A link ends with the address that it was mailed to. */
function isToBeSpent(hash: Uint8Array, now: Date): Prisma.Sql {
  return Prisma.sql`
    notice_link.hash = ${Buffer.from(hash)} and notice_link.kind = 'turn' and notice_link.spent_at is null
      and notice_link.expires_at > ${now.toISOString()}::timestamptz
      and exists (select from webhook where webhook.id = notice_link.channel_id)`;
}
