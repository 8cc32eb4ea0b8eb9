import { useEffect, useState } from 'preact/hooks';
import { answerOf, api, connection, followTurns, type GameSummary, type TurnList } from '../core/api.ts';
import { hrefTo } from '../core/router.ts';
import type { Session } from '../core/session.ts';
import { setTab } from '../core/tab.ts';
import { whileVisible } from '../core/visible.ts';
import { WORDS } from '../core/words.ts';
import { GameLine } from './game-line.tsx';

const NOTHING: TurnList = { turns: [], invitations: [] };
const RECENT = 20;

interface MyGamesProps {
  who: Session;
  nameOf(ruleset: string): string;
}

/** What waits for the player, as it happens, and the games that they play or have played. */
export function MyGames({ who, nameOf }: MyGamesProps) {
  const [waiting, setWaiting] = useState(NOTHING);
  const [games, setGames] = useState<GameSummary[] | null>(null);
  useEffect(() => {
    return whileVisible((signal) => void followTurns(connection, { signal, onTurns: setWaiting, onLine: () => {} }));
  }, [who.token]);
  useEffect(() => {
    void answerOf(api.GET('/v1/games', { params: { query: { player: 'me', limit: RECENT } } })).then((answer) => {
      if (answer.ok) setGames(answer.value.games);
    });
  }, [who.token, waiting]);
  const { turns, invitations } = waiting;
  useEffect(() => {
    setTab(turns.length > 0 ? WORDS.tab.turns(turns.length) : WORDS.title, turns.length > 0);
    return () => setTab(WORDS.title, false);
  }, [turns]);
  const isWaiting = ({ id }: GameSummary) => [...turns, ...invitations].some(({ gameId }) => gameId === id);
  return (
    <section class="panel" aria-labelledby="mine">
      <h2 id="mine">{WORDS.mine.title}</h2>
      {games?.length === 0 && <p class="dim">{WORDS.mine.none}</p>}
      <ul class="plain" aria-live="polite">
        {turns.map(({ gameId, ruleset }) => (
          <li key={gameId}>
            <a href={hrefTo('g', gameId)}>{nameOf(ruleset)}</a> <strong>{WORDS.mine.yourTurn}</strong>
          </li>
        ))}
        {invitations.map(({ gameId, ruleset }) => (
          <li key={gameId}>
            <a href={hrefTo('g', gameId)}>{nameOf(ruleset)}</a> <strong>{WORDS.mine.invited}</strong>
          </li>
        ))}
      </ul>
      <ul class="plain">
        {games
          ?.filter((game) => !isWaiting(game))
          .map((game) => (
            <GameLine key={game.id} game={game} nameOf={nameOf} note={WORDS.mine[game.status]} />
          ))}
      </ul>
    </section>
  );
}
