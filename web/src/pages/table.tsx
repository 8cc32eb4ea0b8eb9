import { useEffect, useMemo } from 'preact/hooks';
import type { Game } from '../core/api.ts';
import { NO_CHOICE } from '../core/no-choice.ts';
import type { PageProps } from '../core/page-props.ts';
import { seatNames } from '../core/seat-names.ts';
import { useStore } from '../core/store.ts';
import { TableModel, type TableState } from '../core/table-model.ts';
import { WORDS } from '../core/words.ts';
import { Board } from '../parts/board.tsx';
import { Choosing } from '../parts/choosing.tsx';
import { EventLog } from '../parts/event-log.tsx';
import { Fault } from '../parts/fault.tsx';
import { Seats } from '../parts/seats.tsx';

/** One game, to play or to watch. */
export default function TablePage({ params: { gameId = '' }, query }: PageProps) {
  const invite = query.get('invite');
  const table = useMemo(() => new TableModel(gameId, invite), [gameId, invite]);
  useEffect(() => {
    void table.open();
    return () => table.close();
  }, [table]);
  const state = useStore(table.state);
  if (state.game === null) {
    return (
      <section class="panel">
        <Fault refusal={state.refusal} />
        {state.refusal === null && <p class="dim">{WORDS.loading}</p>}
      </section>
    );
  }
  return <Playing table={table} state={state} game={state.game} auto={query.get('table') === 'auto'} />;
}

interface PlayingProps {
  table: TableModel;
  state: TableState;
  game: Game;
  auto: boolean;
}

function Playing({ table, state, game, auto }: PlayingProps) {
  const choice = typeof game.viewer === 'number' ? table.choice : NO_CHOICE;
  const names = seatNames(game);
  return (
    <div class="playing" data-status={game.status} data-version={game.version}>
      <section class="panel head" aria-label={WORDS.table.seats}>
        <div role="status">
          <h1>{headlineOf(game, names)}</h1>
        </div>
        <small class="dim">{WORDS.table.lines[state.line]}</small>
        <Seats game={game} names={names} />
      </section>
      <section class="panel board" aria-label={WORDS.table.board}>
        <Board game={game} choice={choice} auto={auto} />
      </section>
      <section class="panel choosing" aria-label={WORDS.table.choices}>
        <Fault refusal={state.refusal} />
        <Choosing choice={choice} busy={state.busy} />
      </section>
      <EventLog events={state.events} />
    </div>
  );
}

/** What everybody wants to know first: whose turn it is, or how it ended. */
function headlineOf({ status, outcome, toAct, you }: Game, names: readonly string[]): string {
  const named = (seats: readonly number[]) => seats.map((seat) => names[seat] ?? String(seat));
  switch (status) {
    case 'open':
      return WORDS.table.open;
    case 'playing':
      return toAct.some((seat) => you.includes(seat)) ? WORDS.table.yourTurn : WORDS.table.waitingFor(named(toAct));
    case 'finished':
      return WORDS.table.won(named(outcome?.winners ?? []));
    case 'aborted':
      return WORDS.table.aborted;
    default:
      return status satisfies never;
  }
}
