import type { TableProps } from '../../core/table-props.ts';
import { Banner } from './banner.tsx';
import { Hand } from './hand.tsx';
import { cardPicking } from './picking.ts';
import { Piles } from './piles.tsx';
import { Strip } from './strip.tsx';
import type { View } from './words.ts';
import './folly-and-fortune.css';
import { Sheet as Paper } from '../../parts/sheet.tsx';

/** Folly & Fortune: the rows of all as strips, the own one last, and the hand below it. */
function Parts({ game, view, choice, seatName }: TableProps<View>) {
  const seats = view.rows.length;
  const me = typeof game.viewer === 'number' ? game.viewer : null;
  const clockwise = Array.from({ length: seats }, (_, i) => ((me ?? -1) + 1 + i) % seats);
  const arrows = (game.options as { arrows?: boolean }).arrows === true;
  const shared = { view, choice, picking: cardPicking(choice, game), arrows };
  return (
    <div class="ff-table">
      <Banner game={game} view={view} choice={choice} active={seatName(view.active)} />
      {clockwise.map((seat) => (
        <Strip key={seat} {...shared} seat={seat} name={seatName(seat)} isOwn={seat === me} />
      ))}
      <Hand {...shared} />
      <Piles {...shared} seatName={seatName} />
    </div>
  );
}

export default function Table(props: TableProps<View>) {
  return (
    <Paper {...props}>
      <Parts {...props} />
    </Paper>
  );
}
