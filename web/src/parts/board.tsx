import { useEffect, useRef } from 'preact/hooks';
import type { ViewSchema } from '../auto/view-schema.ts';
import type { Game, Ruleset } from '../core/api.ts';
import { headlineOf } from '../core/headline.ts';
import { useRuleset, valueIn } from '../core/rulesets.ts';
import { seatNames } from '../core/seat-names.ts';
import type { Choice, TableProps } from '../core/table-props.ts';
import { WORDS } from '../core/words.ts';
import { Felt } from './felt.tsx';
import { Lazy, type Loadable } from './lazy.tsx';
import { useKeys } from './use-keys.ts';
import '../look/felt.css';

type AnyTable = Loadable<TableProps<never>>;

const TABLES = new Map(
  Object.entries(import.meta.glob<{ default: AnyTable }>('../tables/*/table.tsx')).map(([path, load]) => [
    path.split('/').at(-2) ?? '',
    load,
  ]),
);

interface BoardProps {
  game: Game;
  choice: Choice;
  /** draws the bar below the table; left out for unattended screens and replays */
  bar?: TableProps<never>['bar'];
  /** accessible name of the board; left out if the page has several */
  label?: string | undefined;
  /** true: draws the general table even if the game has its own */
  auto?: boolean;
}

const noBar = () => null;

/** Draws the ruleset's own table, or else (also for older rules) a general one, made from the schema of the view. */
export function Board({ game, choice, bar = noBar, label, auto = false }: BoardProps) {
  const ruleset = valueIn(useRuleset({ ruleset: game.ruleset, rulesVersion: game.rulesVersion }));
  const place = useRef<HTMLElement>(null);
  useExplanations(place, game.view === null ? undefined : ruleset?.glossary);
  if (game.view === null) return <Bare game={game} bar={bar} label={label} text={WORDS.table.notBegun} />;
  if (ruleset === null) return <Bare game={game} bar={bar} label={label} text={WORDS.loading} />;
  const names = seatNames(game);
  const seatName = (seat: number) => names[seat] ?? String(seat);
  const props = { game, view: game.view, choice, bar, seatName, glossary: ruleset.glossary };
  const isNewest = ruleset.rulesVersion === Math.max(...ruleset.rulesVersions);
  const load = auto || !isNewest ? undefined : TABLES.get(game.ruleset);
  return (
    <section ref={place} class="board" aria-label={label}>
      {load === undefined ? <SchemaTable {...props} /> : <Lazy load={load} with={props as TableProps<never>} />}
    </section>
  );
}

const loadExplaining = () => import('./explaining.ts');

function useExplanations(place: { current: HTMLElement | null }, glossary: Ruleset['glossary'] | undefined): void {
  useEffect(() => {
    const board = place.current;
    if (board === null || glossary === undefined) return;
    let end: (() => void) | null = null;
    let isOver = false;
    void loadExplaining().then(({ explainThings }) => {
      if (!isOver) end = explainThings(board, glossary);
    });
    return () => {
      isOver = true;
      end?.();
    };
  }, [glossary]);
  useKeys({ e: () => void loadExplaining().then(({ explainNext }) => explainNext()) }, '.playing');
}

function Bare({
  game,
  bar,
  label,
  text,
}: Required<Pick<BoardProps, 'game' | 'bar'>> & Pick<BoardProps, 'label'> & { text: string }) {
  return (
    <section class="board" aria-label={label}>
      <Felt cloth="" moment="">
        <p>{text}</p>
      </Felt>
      {bar({ ask: headlineOf(game, seatNames(game)) })}
    </section>
  );
}

const loadAuto = async () => ({ default: (await import('../auto/auto-table.tsx')).AutoTable });

function SchemaTable(props: TableProps<unknown>) {
  const { ruleset, rulesVersion } = props.game;
  const schemas = valueIn(useRuleset({ ruleset, rulesVersion, schemas: true }))?.schemas;
  if (schemas === undefined) return <p class="dim">{WORDS.loading}</p>;
  const { view, action } = schemas;
  return <Lazy load={loadAuto} with={{ ...props, schema: view as ViewSchema, actionSchema: action as ViewSchema }} />;
}
