import { useEffect, useState } from 'preact/hooks';
import { isolated } from '#rules/kernel/isolated.ts';
import { answerOf, api, type Refusal, type RulesetSummary, type Schemas } from '../../core/api.ts';
import { dayOf } from '../../core/moments.ts';
import type { PageProps } from '../../core/page-props.ts';
import { hrefTo } from '../../core/router.ts';
import { listRulesets } from '../../core/rulesets.ts';
import { session } from '../../core/session.ts';
import { useStore } from '../../core/store.ts';
import { useTab } from '../../core/use-tab.ts';
import { ofAddress, WORDS } from '../../core/words.ts';
import { Fault } from '../../parts/fault.tsx';
import { Lazy } from '../../parts/lazy.tsx';
import { Name } from '../../parts/name.tsx';
import { PlayerGames } from './player-games.tsx';
import { PlayerMoves } from './player-moves.tsx';
import { PlayerOpponents } from './player-opponents.tsx';
import { PlayerRatings } from './player-ratings.tsx';
import { PlayerRecord } from './player-record.tsx';
import { WORDS_OF_PLAYER } from './player-words.ts';
import '../../look/player.css';

const loadBlock = () => import('./block-player.tsx');

interface Known {
  player: Schemas['Player'];
  record: Schemas['PlayerRecord'];
}

export default function PlayerPage({ params: { playerId = '' } }: PageProps) {
  const who = useStore(session);
  const [known, setKnown] = useState<Known | null>(null);
  const [rulesets, setRulesets] = useState<readonly RulesetSummary[]>([]);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    let isWanted = true;
    setKnown(null);
    setRefusal(null);
    void readPlayer(playerId).then((answer) => {
      if (!isWanted) return;
      if ('code' in answer) setRefusal(answer);
      else setKnown(answer);
    });
    void listRulesets().then((answer) => answer.ok && isWanted && setRulesets(answer.value));
    return () => {
      isWanted = false;
    };
  }, [playerId]);
  useTab(isolated(known?.player.name ?? WORDS_OF_PLAYER.title));
  if (known === null) {
    return (
      <section class="panel">
        <h1>{WORDS_OF_PLAYER.title}</h1>
        <Fault refusal={refusal === null ? null : ofAddress(refusal)} />
        {refusal === null && <p class="dim">{WORDS.loading}</p>}
      </section>
    );
  }
  const { player, record } = known;
  return (
    <>
      <section class="panel">
        <h1>
          <Name of={player.name} />
        </h1>
        <p class="dim">
          {WORDS_OF_PLAYER.kinds[player.kind]}, {WORDS_OF_PLAYER.since}{' '}
          <time dateTime={player.createdAt}>{dayOf(player.createdAt)}</time>.
        </p>
        {who?.playerId === player.id && (
          <p>
            {WORDS_OF_PLAYER.itsYou} <a href={hrefTo('me')}>{WORDS_OF_PLAYER.me}</a>
          </p>
        )}
        {who !== null && who.playerId !== player.id && <Lazy load={loadBlock} with={{ playerId: player.id }} />}
      </section>
      <PlayerRecord record={record} rulesets={rulesets} />
      <PlayerOpponents playerId={player.id} rulesets={rulesets} />
      <PlayerRatings playerId={player.id} rulesets={rulesets} />
      <PlayerMoves playerId={player.id} played={playedIn(record)} rulesets={rulesets} />
      <PlayerGames playerId={player.id} rulesets={rulesets} />
    </>
  );
}

function playedIn({ rulesets }: Schemas['PlayerRecord']): string[] {
  return [...rulesets].sort((one, other) => other.finished - one.finished).map(({ ruleset }) => ruleset);
}

async function readPlayer(playerId: string): Promise<Known | Refusal> {
  const params = { path: { playerId } };
  const [player, record] = await Promise.all([
    answerOf(api.GET('/v1/players/{playerId}', { params })),
    answerOf(api.GET('/v1/players/{playerId}/record', { params })),
  ]);
  if (!player.ok) return player.refusal;
  return record.ok ? { player: player.value, record: record.value } : record.refusal;
}
