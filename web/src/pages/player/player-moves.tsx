import { useEffect, useState } from 'preact/hooks';
import { answerOf, api, type Refusal, type RulesetSummary, type Schemas } from '../../core/api.ts';
import { dayOf } from '../../core/moments.ts';
import { hrefTo } from '../../core/router.ts';
import { WORDS } from '../../core/words.ts';
import { Fault } from '../../parts/fault.tsx';
import { WORDS_OF_STRENGTH as words } from './player-strength-words.ts';

type MoveList = Schemas['MoveList'];
type Order = 'worst' | 'best';

const ORDERS: readonly Order[] = ['worst', 'best'];
const SHOWN = 5;

interface PlayerMovesProps {
  playerId: string;
  played: readonly string[];
  rulesets: readonly RulesetSummary[];
}

export function PlayerMoves({ playerId, played, rulesets }: PlayerMovesProps) {
  const [first = ''] = played;
  const [ruleset, setRuleset] = useState(first);
  const { lists, refusal } = useMoves(playerId, ruleset);
  if (played.length === 0) return null;
  return (
    <section class="panel moves" aria-labelledby="moves">
      <h2 id="moves">{words.moves}</h2>
      <p class="dim">{words.movesAbout}</p>
      <label class="line">
        {words.movesOf}
        <select value={ruleset} onChange={({ currentTarget: { value } }) => setRuleset(value)}>
          {played.map((id) => (
            <option key={id} value={id}>
              {rulesets.find((each) => each.id === id)?.name ?? id}
            </option>
          ))}
        </select>
      </label>
      <Fault refusal={refusal} />
      {lists === null && refusal === null && <p class="dim">{WORDS.loading}</p>}
      {lists !== null && <Lists lists={lists} />}
    </section>
  );
}

function Lists({ lists }: { lists: Record<Order, MoveList> }) {
  const { games, decisions } = lists.worst;
  if (decisions === 0) return <p class="dim">{words.noMoves}</p>;
  return (
    <>
      <p>{words.among(games, decisions)}</p>
      {ORDERS.map((order) => (
        <Moves key={order} order={order} list={lists[order]} />
      ))}
    </>
  );
}

function Moves({ order, list: { moves, measure } }: { order: Order; list: MoveList }) {
  const sure = moves.filter(({ loss: { interval } }) => (order === 'worst' ? interval.low > 0 : interval.high < 0));
  return (
    <>
      <h3>{words.orders[order]}</h3>
      {sure.length === 0 && <p class="dim">{words.noneSuch[order]}</p>}
      <ul class="plain">
        {sure.map((move) => (
          <li key={`${move.gameId} ${move.version}`}>
            <a href={`${hrefTo('g', move.gameId, 'analysis')}?at=${move.version}`}>
              {words.move(dayOf(move.at), move.version)}
            </a>{' '}
            <small>· {words.loss(move, measure)}</small>
          </li>
        ))}
      </ul>
    </>
  );
}

function useMoves(playerId: string, ruleset: string) {
  const [lists, setLists] = useState<Record<Order, MoveList> | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    let isWanted = true;
    setLists(null);
    setRefusal(null);
    if (ruleset === '') return;
    const read = (order: Order) => {
      const params = { path: { playerId }, query: { ruleset, order, limit: SHOWN } };
      return answerOf(api.GET('/v1/players/{playerId}/moves', { params }));
    };
    void Promise.all([read('worst'), read('best')]).then(([worst, best]) => {
      if (!isWanted) return;
      if (worst.ok && best.ok) setLists({ worst: worst.value, best: best.value });
      else setRefusal(worst.ok ? (best.ok ? null : best.refusal) : worst.refusal);
    });
    return () => {
      isWanted = false;
    };
  }, [playerId, ruleset]);
  return { lists, refusal };
}
