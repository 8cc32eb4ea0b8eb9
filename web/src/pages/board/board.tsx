import { useMemo } from 'preact/hooks';
import { type Connection, connection, connectionAs } from '../../core/api.ts';
import type { PageProps } from '../../core/page-props.ts';
import { hrefTo } from '../../core/router.ts';
import { session } from '../../core/session.ts';
import { WORDS_OF_BOARD } from '../../core/words/board.ts';
import { WallGame } from './wall-game.tsx';
import { WallGames } from './wall-games.tsx';
import '../../look/board.css';

/** A page for an unattended screen, with public information only: games of the token's owner or of `?player=`, or the
 * one game `?game=`. */
export default function BoardPage({ query }: PageProps) {
  const [token, player, game] = [query.get('token'), query.get('player'), query.get('game')];
  const through: Connection = useMemo(() => (token === null ? connection : connectionAs(() => token)), [token]);
  if (game !== null) return <WallGame key={game} through={through} gameId={game} />;
  const isKnown = token !== null || session.value !== null;
  if (player === null && !isKnown) {
    return (
      <section class="panel">
        <h1>{WORDS_OF_BOARD.title}</h1>
        <p>{WORDS_OF_BOARD.whose}</p>
        <a href={hrefTo('me')}>{WORDS_OF_BOARD.me}</a>
      </section>
    );
  }
  return <WallGames key={player ?? ''} through={through} player={player ?? 'me'} />;
}
