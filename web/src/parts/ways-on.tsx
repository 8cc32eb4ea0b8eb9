import type { Game } from '../core/api.ts';
import { isOver } from '../core/is-over.ts';
import { hrefTo } from '../core/router.ts';
import { WORDS } from '../core/words.ts';
import { Lazy } from './lazy.tsx';

const loadDayAnalysis = () => import('./day-analysis.tsx');

export function WaysOn({ game, invite }: { game: Game; invite: string | null }) {
  const { id, version, viewer, ruleset, daily } = game;
  const query = new URLSearchParams({ seat: String(viewer), ...(invite === null ? {} : { invite }) });
  const replay = `${hrefTo('g', id, 'at', version)}?${query}`;
  const byInvite = invite === null ? '' : `?${new URLSearchParams({ invite })}`;
  return (
    <p class="ways">
      <a href={replay}>{WORDS.table.replay}</a>
      {isOver(game) && (
        <>
          <a href={`${hrefTo('g', id, 'fairness')}${byInvite}`}>{WORDS.table.fairness}</a>
          <AnalysisWay game={game} href={`${hrefTo('g', id, 'analysis')}${byInvite}`} />
        </>
      )}
      {daily !== null && <a href={hrefTo('daily', ruleset, daily.date)}>{WORDS.daily.title}</a>}
    </p>
  );
}

/** Links to the analysis. A game of the day cannot be analyzed before its day is closed. */
export function AnalysisWay({ game, href }: { game: Game; href: string }) {
  if (game.daily !== null) return <Lazy load={loadDayAnalysis} with={{ game, href }} quiet />;
  return <a href={href}>{WORDS.table.analysis}</a>;
}
