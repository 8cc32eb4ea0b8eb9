import { useRef, useState } from 'preact/hooks';
import { momentOf, ringFrom, type TableProps } from '../../core/table-props.ts';
import { useNarrow } from '../../core/use-narrow.ts';
import { Felt } from '../../parts/felt.tsx';
import { Lazy } from '../../parts/lazy.tsx';
import './folly-and-fortune.css';
import type { FollyProps, Closely as Place, View } from './folly-props.ts';
import { Middle, Piles } from './middle.tsx';
import { cardPicking } from './picking.ts';
import { question } from './question.ts';
import { Own, Rival, rowOf } from './seats.tsx';

const loadClosely = () => import('./closely.tsx');

export default function Table(table: TableProps<View>) {
  const { game, view, choice, bar } = table;
  const [at, look] = useState<Place | null>(null);
  const isNarrow = useNarrow();
  const arrows = (game.options as { arrows?: boolean }).arrows === true;
  const { attack } = view;
  const struck = useRef<FollyProps['struck']>({});
  if (attack !== null) struck.current = { [attack.victim]: rowOf(view, attack.victim) };
  const props: FollyProps = { ...table, picking: cardPicking(choice), arrows, look, struck: struck.current };
  const { viewer } = game;
  const isSeated = typeof viewer === 'number';
  const rivals = ringFrom(game);
  // a player who removes cards of another row sees that row in the middle
  const staged = attack !== null && choice.all.length > 0 && attack.victim !== viewer ? attack.victim : null;
  const isPicked = rivals.some(
    (seat) => seat !== staged && (view.rows[seat] ?? []).some(({ id }) => props.picking.can(id)),
  );
  const piles = <Piles {...props} />;
  return (
    <>
      <Felt cloth="folly" moment={momentOf(game)}>
        <div class={`rivals n${rivals.length} ${isPicked ? 'picks' : ''}`}>
          {rivals.map((seat) => (
            <Rival key={seat} {...props} seat={seat} rivals={rivals.length} isStaged={seat === staged} />
          ))}
        </div>
        <div class="mid">
          {!(isNarrow && isSeated) && piles}
          <Middle {...props} staged={staged} />
        </div>
        {isSeated && (
          <Own {...props} seat={viewer}>
            {isNarrow && piles}
          </Own>
        )}
      </Felt>
      {bar(question(props))}
      {at !== null && <Lazy load={loadClosely} with={{ ...props, at, close: () => look(null) }} quiet />}
    </>
  );
}
