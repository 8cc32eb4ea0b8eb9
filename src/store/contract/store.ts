import type { AccountStore } from './accounts.ts';
import type { AnalysisStore } from './analyses.ts';
import type { CalendarStore } from './calendars.ts';
import type { AversionStore, ChatStore } from './chat.ts';
import type { CompetitionStore } from './competitions.ts';
import type { DailyStore } from './dailies.ts';
import type { EventLog } from './event-log.ts';
import type { FairnessStore } from './fairness.ts';
import type { GameLists } from './game-lists.ts';
import type { GameRow } from './games.ts';
import type { NoticeChannelStore } from './notice-channels.ts';
import type { OperatorStore } from './operators.ts';
import type { OutageStore } from './outages.ts';
import type { PlanStore } from './plans.ts';
import type { PlayerStore } from './players.ts';
import type { RatingStore } from './ratings.ts';
import type { RequestStore } from './requests.ts';
import type { SeekStore } from './seeks.ts';
import type { Signals } from './signals.ts';
import type { Snapshots } from './snapshots.ts';
import type { Tokens } from './tokens.ts';
import type { TurnLinkStore } from './turn-links.ts';
import type { WebhookStore } from './webhooks.ts';

/** Told of one statement that carried the asks of many: of what kind they were, how many, and how long it took. */
export type OnBatch = (batch: { kind: string; size: number; ms: number }) => void;

/** What is kept: players, and the log of every game. A promise that resolves stands for a commit on disk. */
export interface Store {
  readonly log: EventLog;
  readonly players: PlayerStore;
  readonly accounts: AccountStore;
  readonly tokens: Tokens;
  readonly webhooks: WebhookStore;
  readonly noticeChannels: NoticeChannelStore;
  readonly turnLinks: TurnLinkStore;

  game(gameId: string): Promise<GameRow | null>;
  /** Which rules the games that are not over need, and the competitions in which the house has something left to do; each once. */
  unfinishedRulesets(): Promise<{ ruleset: string; rulesVersion: number }[]>;

  readonly snapshots: Snapshots;
  readonly requests: RequestStore;
  readonly lists: GameLists;
  readonly plans: PlanStore;
  readonly fairness: FairnessStore;
  readonly dailies: DailyStore;
  readonly competitions: CompetitionStore;
  readonly ratings: RatingStore;
  readonly seeks: SeekStore;
  readonly analyses: AnalysisStore;
  readonly chat: ChatStore;
  readonly aversions: AversionStore;
  readonly calendars: CalendarStore;
  readonly outages: OutageStore;
  readonly operators: OperatorStore;
  readonly signals: Signals;

  /** Resolves when the database answers and takes writes. */
  ping(): Promise<void>;
  /** How far the wall clock of this machine is ahead of the database's, in milliseconds. */
  readonly wallAheadMs: number;
  /** Lets the writes that wait finish, then gives everything back. Later calls get `StoreUnavailable`. */
  close(): Promise<void>;
}
