import { useEffect, useState } from 'preact/hooks';
import { connection, followLobby, type GameSummary } from '../../core/api.ts';
import { whileVisible } from '../../core/visible.ts';
import { WORDS } from '../../core/words.ts';
import { GameLine } from './game-line.tsx';

export function Lobby({ nameOf }: { nameOf(ruleset: string): string }) {
  const [games, setGames] = useState<GameSummary[]>([]);
  useEffect(() => whileVisible((signal) => followLobby(connection, { signal, onGames: setGames })), []);
  return (
    <section class="panel" aria-labelledby="lobby">
      <h2 id="lobby">{WORDS.lobby.title}</h2>
      {games.length === 0 && <p class="dim">{WORDS.lobby.none}</p>}
      <ul class="plain lines">
        {games.map((game) => (
          <GameLine key={game.id} game={game} nameOf={nameOf} note={WORDS.lobby.seats(game.openSeats)} />
        ))}
      </ul>
    </section>
  );
}
