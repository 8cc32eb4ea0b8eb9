import type { House } from '../house.ts';
import type { Metrics } from './metrics.ts';

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
