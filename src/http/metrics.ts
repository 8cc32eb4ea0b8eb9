import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Loop } from '../eventlog/loop.ts';
import type { House } from '../house.ts';
import type { Attempted } from '../notifications/deliveries.ts';
import type { Mailed } from '../notifications/mail/mailer.ts';
import type { OnBatch } from '../store/db.ts';
import type { ChannelKind } from '../store/deliveries.ts';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
const ANSWER_LABELS = ['operation', 'method', 'status'];

/** The measurements that monitoring reads. Each instance has its own. */
export class Metrics {
  readonly #series = new Registry();
  readonly #requests = this.#counter(
    'croupier_http_requests_total',
    'Requests answered, by operation, method and class of status.',
    ANSWER_LABELS,
  );
  readonly #durations = this.#histogram(
    'croupier_http_request_duration_seconds',
    'From the headers of a request to the end of its answer.',
    SECONDS,
    ANSWER_LABELS,
  );
  readonly onAction = this.#counting('croupier_actions_total', 'Actions applied and stored, by ruleset.', 'ruleset');
  readonly onReplay = this.#counting(
    'croupier_replays_total',
    'Games loaded from the log because memory did not hold them, by ruleset.',
    'ruleset',
  );
  readonly #losses = this.#counter(
    'croupier_lost_histories_total',
    'Games and competitions of which the database was found to have lost changes that were remembered.',
  );
  readonly onDamage = this.#counting(
    'croupier_damaged_logs_total',
    'Logs of games and competitions found not to lead to their heads, each once until it is read well.',
    'of',
  );
  readonly #batchSizes = this.#histogram(
    'croupier_store_batch_size',
    'Callers served by one statement, by kind of statement.',
    SIZES,
    ['kind'],
  );
  readonly #batchDurations = this.#histogram(
    'croupier_store_batch_duration_seconds',
    'From sending such a statement to its answer.',
    SECONDS,
    ['kind'],
  );
  readonly #deliveries = this.#counter(
    'croupier_webhook_deliveries_total',
    'Attempts to deliver to a webhook: delivered, to be tried again (retried), or given up (failed).',
    ['outcome'],
  );
  readonly #notifications = this.#counter(
    'croupier_notifications_total',
    'Notifications to browsers (push) and mail addresses (mail): delivered, retried, failed, or dropped as no longer true.',
    ['channel', 'outcome'],
  );
  readonly #mails = this.#counter(
    'croupier_mails_total',
    'Mails, questions and tests included: taken by the mail server, refused for their address, or failed with the server itself.',
    ['outcome'],
  );

  readonly onStep = this.#counting(
    'croupier_director_steps_total',
    'Steps of the house in competitions, by what it did: write, pair, deal, close or abort.',
    'do',
  );
  readonly onAnalysis = this.#counting(
    'croupier_analyses_total',
    'Analyses of games that are over: done, or failed.',
    'outcome',
  );

  constructor() {
    collectDefaultMetrics({ register: this.#series });
  }

  #counter(name: string, help: string, labelNames: readonly string[] = []) {
    return new Counter({ name, help, labelNames, registers: [this.#series] });
  }

  #counting(name: string, help: string, label: string): (value: string) => void {
    const counter = this.#counter(name, help, [label]);
    return (value) => counter.inc({ [label]: value });
  }

  #histogram(name: string, help: string, buckets: number[], labelNames: readonly string[]) {
    return new Histogram({ name, help, labelNames, buckets, registers: [this.#series] });
  }

  /** Counts an answer. `operation` is the operationId of the route, or a word for other routes. */
  answered(operation: string, method: string, status: number, ms: number): void {
    const labels = { operation, method, status: `${Math.floor(status / 100)}xx` };
    this.#requests.inc(labels);
    this.#durations.observe(labels, ms / 1000);
  }

  readonly onLoss = (): void => this.#losses.inc();

  readonly onDelivery = (outcome: Attempted, kind: ChannelKind): void => {
    if (kind === 'webhook') this.#deliveries.inc({ outcome });
    else this.#notifications.inc({ channel: kind, outcome });
  };

  readonly onMailed = ({ reached }: Pick<Mailed, 'reached'>): void => {
    this.#mails.inc({ outcome: reached === null ? 'failed' : reached ? 'taken' : 'refused' });
  };

  readonly onBatch: OnBatch = ({ kind, size, ms }) => {
    this.#batchSizes.observe({ kind }, size);
    this.#batchDurations.observe({ kind }, ms / 1000);
  };

  gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.#series],
      collect() {
        this.set(read());
      },
    });
  }

  gaugeOfLoops(name: string, help: string, loops: readonly Loop[], read: (loop: Loop) => number): void {
    new Gauge({
      name,
      help,
      labelNames: ['loop'],
      registers: [this.#series],
      collect() {
        for (const loop of loops) this.set({ loop: loop.name }, read(loop));
      },
    });
  }

  get contentType(): string {
    return this.#series.contentType;
  }

  text(): Promise<string> {
    return this.#series.metrics();
  }
}

export function measureHouse(metrics: Metrics, house: House): void {
  const { store, gameService, ratings, seeks, analyses } = house;
  const { gameReader, subscriptions } = gameService;
  metrics.gauge('croupier_live_games', 'Games kept in memory.', () => gameReader.liveGames);
  metrics.gauge('croupier_waiters', 'Calls and streams that wait for a change.', () => subscriptions.size);
  metrics.gauge(
    'croupier_seeks_waiting',
    'Seeks that could play one more game when it was last looked.',
    () => seeks.waiting,
  );
  metrics.gauge('croupier_analyses_waiting', 'Analyses of games that waited some seconds ago.', () => analyses.waiting);
  metrics.gauge('croupier_ratings_games_kept', 'Rated games in memory.', () => ratings.gamesKept);
  metrics.gauge('croupier_rating_fit_seconds', 'How long the last fit took.', () => ratings.fitMs / 1000);
  metrics.gaugeOfLoops(
    'croupier_loop_lag_seconds',
    'For how long no round of a background loop has succeeded; 0 where it does not run.',
    house.loops,
    (loop) => loop.lagMs / 1000,
  );
  metrics.gaugeOfLoops(
    'croupier_loop_failing',
    '1 if the last round of a background loop failed or lasts too long.',
    house.loops,
    (loop) => (loop.failure === null ? 0 : 1),
  );
  metrics.gaugeOfLoops(
    'croupier_loop_stuck',
    'Things in which a background loop failed, and tries again within a minute.',
    house.loops,
    (loop) => loop.stuck,
  );
  metrics.gauge(
    'croupier_clock_offset_seconds',
    'How far the clock of this machine is ahead of that of the database, by which all goes.',
    () => store.wallAheadMs / 1000,
  );
  metrics.gauge(
    'croupier_signals_deaf_seconds',
    'For how long nothing has been heard of other servers; 0 while they are heard.',
    () => store.signals.deafMs / 1000,
  );
}
