import { answerOf, api } from '../../core/api.ts';
import { hrefTo } from '../../core/router.ts';
import { useReading } from '../../core/use-reading.ts';
import { WORDS_OF_COMPETITIONS } from '../../core/words/competitions.ts';
import { WORDS } from '../../core/words.ts';
import { Name } from '../../parts/name.tsx';
import { GameLine } from './game-line.tsx';

const SHOWN = 3;

interface NowProps {
  nameOf(ruleset: string): string;
}

export function CompetitionsNow({ nameOf }: NowProps) {
  const open = useReading(() => competitionsOf('open'), 'open').value ?? [];
  const playing = useReading(() => competitionsOf('playing'), 'playing').value ?? [];
  const competitions = [...open, ...playing].slice(0, SHOWN);
  if (competitions.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="competitions-now">
      <h2 id="competitions-now">{WORDS.competitions}</h2>
      <ul class="plain lines">
        {competitions.map(({ id, name, ruleset, status }) => (
          <li key={id}>
            <a href={hrefTo('c', id)}>
              <Name of={name} />
            </a>
            <small>
              {' · '}
              {nameOf(ruleset)} · {WORDS_OF_COMPETITIONS.sections[status]}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}

async function competitionsOf(status: 'open' | 'playing') {
  const answer = await answerOf(api.GET('/v1/competitions', { params: { query: { status, limit: SHOWN } } }));
  return answer.ok ? { ...answer, value: answer.value.competitions } : answer;
}

export function GamesNow({ nameOf, playerId }: NowProps & { playerId: string | undefined }) {
  const { value } = useReading(() => {
    return answerOf(api.GET('/v1/games', { params: { query: { status: 'playing', limit: 4 * SHOWN } } }));
  }, 'games');
  const games = value?.games.filter(({ seats }) => seats.every(({ player }) => player?.id !== playerId)) ?? [];
  if (games.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="games-now">
      <h2 id="games-now">{WORDS.start.live}</h2>
      <ul class="plain lines">
        {games.slice(0, SHOWN).map((game) => (
          <GameLine key={game.id} game={game} nameOf={nameOf} note={WORDS.start.watch} />
        ))}
      </ul>
    </section>
  );
}
