import { AutoTable } from '../auto/auto-table.tsx';
import type { ViewSchema } from '../auto/view-schema.ts';
import type { Game } from '../core/api.ts';
import { useRuleset, valueIn } from '../core/rulesets.ts';
import { seatNames } from '../core/seat-names.ts';
import type { Choice, TableProps } from '../core/table-props.ts';
import { WORDS } from '../core/words.ts';
import { Lazy, type Loadable } from './lazy.tsx';

type AnyTable = Loadable<TableProps<never>>;

/** The tables that are drawn by hand, by the id of their ruleset. */
const TABLES = new Map(
  Object.entries(import.meta.glob<{ default: AnyTable }>('../tables/*/table.tsx')).map(([path, load]) => [
    path.split('/').at(-2) ?? '',
    load,
  ]),
);

interface BoardProps {
  game: Game;
  choice: Choice;
  /** draw it from its schema, though there may be a table of its own */
  auto?: boolean;
}

/** The board of a game, on the table of its ruleset; of an older version, or where there is none, from its schema. */
export function Board({ game, choice, auto = false }: BoardProps) {
  const ruleset = valueIn(useRuleset({ ruleset: game.ruleset, rulesVersion: game.rulesVersion }));
  if (game.view === null) return <p>{WORDS.table.notBegun}</p>;
  if (ruleset === null) return <p class="dim">{WORDS.loading}</p>;
  const names = seatNames(game);
  const seatName = (seat: number) => names[seat] ?? String(seat);
  const props = { game, view: game.view, choice, seatName, glossary: ruleset.glossary };
  const isNewest = ruleset.rulesVersion === Math.max(...ruleset.rulesVersions);
  const load = auto || !isNewest ? undefined : TABLES.get(game.ruleset);
  if (load === undefined) return <SchemaTable {...props} />;
  return <Lazy load={load} with={props as TableProps<never>} />;
}

function SchemaTable(props: TableProps<unknown>) {
  const { ruleset, rulesVersion } = props.game;
  const schemas = valueIn(useRuleset({ ruleset, rulesVersion, schemas: true }))?.schemas;
  if (schemas === undefined) return <p class="dim">{WORDS.loading}</p>;
  return <AutoTable {...props} schema={schemas.view as ViewSchema} actionSchema={schemas.action as ViewSchema} />;
}
