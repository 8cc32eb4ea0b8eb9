import { useRef } from 'preact/hooks';
import './pascal.css';
import { Sheet as Paper } from '../../parts/sheet.tsx';
import { useKeys } from './keys.ts';
import { Roll } from './roll.tsx';
import { Sheet } from './sheet.tsx';
import { Triangle } from './triangle.tsx';
import type { PascalProps } from './view.ts';
import { WORDS } from './words.ts';

/** The six dice, the triangle and the sheet of Pascal. */
function Parts({ game, view, choice }: PascalProps) {
  const table = useRef<HTMLDivElement>(null);
  useKeys(table, choice);
  const { deadEntry } = view;
  return (
    <div ref={table} class="pascal" tabIndex={-1}>
      {deadEntry !== null && (
        <p class="dead-entry" role="status">
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M12 2 23 21H1Z" />
            <path class="mark" d="M12 9v6M12 17v2" />
          </svg>
          {WORDS.dead(deadEntry)}
        </p>
      )}
      <Roll view={view} choice={choice} />
      <Triangle view={view} choice={choice} />
      <Sheet view={view} game={game} />
    </div>
  );
}

export default function Table(props: PascalProps) {
  return (
    <Paper {...props}>
      <Parts {...props} />
    </Paper>
  );
}
