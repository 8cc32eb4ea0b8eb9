import type {
  SealedRows,
  StoredDecision,
  StoredEvent,
  StoredMessage,
  StoredPlan,
  StoredReport,
  StoredSnapshot,
} from './sealed-rows.ts';
import { PREFIX } from './witnesses.ts';

type Competition = Parameters<SealedRows['openCompetition']>[0];
type Game = Parameters<SealedRows['openGame']>[0];
type Webhook = Parameters<SealedRows['openWebhook']>[1] & { id: string };
type Bytes = Parameters<SealedRows['openBytes']>[2] & { id: string };

/** A table of which something is secret. */
export interface SecretTable<Row> {
  name: string;
  /** its primary key: columns, each with its type */
  key: Readonly<Record<string, string>>;
  /** the columns that are empty where a row is sealed */
  secrets: readonly string[];
  /** what of a row is needed to open it and to seal it, as a list for `select` */
  row: string;
  /** rows that are none of this, as a condition */
  except?: string;
  /** Opens a row, however it was stored, and gives its sealed form as it would be stored now. Throws `SealBroken`. */
  sealAnew(seals: SealedRows, row: Row): Uint8Array | null;
}

const game: SecretTable<Game> = {
  name: 'game',
  key: { id: 'uuid' },
  secrets: ['seed', 'server_seed', 'chain_key', 'invite_code'],
  row: 'id, seed, server_seed as "serverSeed", chain_key as "chainKey", invite_code as "inviteCode", sealed',
  sealAnew: (seals, row) => seals.game({ id: row.id, ...seals.openGame(row) }).sealed,
};

const competition: SecretTable<Competition> = {
  name: 'competition',
  key: { id: 'uuid' },
  secrets: ['server_seed', 'invite_code'],
  row: 'id, server_seed as "serverSeed", invite_code as "inviteCode", sealed',
  sealAnew: (seals, row) => seals.competition({ id: row.id, ...seals.openCompetition(row) }).sealed,
};

const event: SecretTable<StoredEvent> = {
  name: 'game_event',
  key: { game_id: 'uuid', version: 'int' },
  secrets: ['action', 'draws'],
  row: 'game_id as "gameId", version, action, draws, sealed',
  sealAnew: (seals, row) => seals.event(seals.openEvent(row)).sealed,
};

const snapshot: SecretTable<StoredSnapshot> = {
  name: 'game_snapshot',
  key: { game_id: 'uuid' },
  secrets: ['game'],
  row: 'game_id as "gameId", version, code, game, sealed',
  sealAnew: (seals, row) => seals.snapshot(seals.openSnapshot(row)).sealed,
};

const decision: SecretTable<StoredDecision> = {
  name: 'analysed_decision',
  key: { game_id: 'uuid', version: 'int' },
  secrets: ['data'],
  row: 'game_id as "gameId", version, data, sealed',
  sealAnew: (seals, row) => seals.decision(seals.openDecision(row)).sealed,
};

const message: SecretTable<StoredMessage> = {
  name: 'message',
  key: { id: 'uuid' },
  secrets: ['text'],
  row: 'id, game_id as "gameId", text, sealed',
  sealAnew: (seals, row) => seals.message({ ...row, text: seals.openMessage(row) }).sealed,
};

const report: SecretTable<StoredReport> = {
  name: 'message_report',
  key: { message_id: 'uuid', player_id: 'uuid' },
  secrets: ['note'],
  row: 'message_id as "messageId", player_id as "playerId", note, sealed',
  sealAnew: (seals, row) => seals.report({ ...row, note: seals.openReport(row) }).sealed,
};

const plan: SecretTable<StoredPlan> = {
  name: 'game_plan',
  key: { game_id: 'uuid', seat: 'int' },
  secrets: ['content'],
  row: 'game_id as "gameId", seat, content, sealed',
  sealAnew: (seals, row) => seals.plan(seals.openPlan(row)).sealed,
};

const webhook: SecretTable<Webhook> = {
  name: 'webhook',
  key: { id: 'uuid' },
  secrets: ['secret'],
  row: 'id, secret, sealed',
  sealAnew: (seals, row) => seals.webhook(row.id, seals.openWebhook(row.id, row)).sealed,
};

const commitment: SecretTable<Bytes> = {
  name: 'commitment',
  key: { id: 'uuid' },
  secrets: ['server_seed'],
  row: 'id, server_seed as plain, sealed',
  sealAnew: (seals, row) => seals.bytes('commitment', row.id, seals.openBytes('commitment', row.id, row)).sealed,
};

const sharedKey: SecretTable<Bytes> = {
  name: 'secret',
  key: { name: 'text' },
  secrets: ['value'],
  row: 'name as id, value as plain, sealed',
  except: `name like '${PREFIX}%'`,
  sealAnew: (seals, row) => seals.bytes('secret', row.id, seals.openBytes('secret', row.id, row)).sealed,
};

/** All of them, the smallest first. */
export const SECRET_TABLES: readonly SecretTable<never>[] = [
  sharedKey,
  webhook,
  competition,
  commitment,
  game,
  report,
  message,
  plan,
  snapshot,
  decision,
  event,
];
