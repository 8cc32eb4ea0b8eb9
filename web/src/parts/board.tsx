import { useEffect, useState } from 'preact/hooks';
import { AutoTable } from '../auto/auto-table.tsx';
import type { ViewSchema } from '../auto/view-schema.ts';
import type { Game, Ruleset } from '../core/api.ts';
import { getRuleset } from '../core/rulesets.ts';
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
  const ruleset = useRuleset(game);
  if (game.view === null) return <p>{WORDS.table.notBegun}</p>;
  if (ruleset === null) return <p class="dim">{WORDS.loading}</p>;
  const names = seatNames(game);
  const seatName = (seat: number) => names[seat] ?? String(seat);
  const props = { game, view: game.view, choice, seatName, glossary: ruleset.glossary };
  const isNewest = ruleset.rulesVersion === Math.max(...ruleset.rulesVersions);
  const load = auto || !isNewest ? undefined : TABLES.get(game.ruleset);
  if (load === undefined) {
    const { view, action } = ruleset.schemas;
    return <AutoTable {...props} schema={view as ViewSchema} actionSchema={action as ViewSchema} />;
  }
  return <Lazy load={load} with={props as TableProps<never>} />;
}

/** Of the very version by which the game is played; null until it is there. */
function useRuleset({ ruleset, rulesVersion }: Game): Ruleset | null {
  const [found, setFound] = useState<Ruleset | null>(null);
  useEffect(() => {
    let isWanted = true;
    setFound(null);
    void getRuleset(ruleset, rulesVersion).then((answer) => {
      if (isWanted && answer.ok) setFound(answer.value);
    });
    return () => {
      isWanted = false;
    };
  }, [ruleset, rulesVersion]);
  return found;
}
