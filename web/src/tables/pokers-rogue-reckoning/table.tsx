import { useState } from 'preact/hooks';
import { momentOf, type TableProps } from '../../core/table-props.ts';
import { Felt } from '../../parts/felt.tsx';
import { Duel } from './duel.tsx';
import { Hero, Tiers } from './hero.tsx';
import { Pack } from './pack.tsx';
import { asksDiscard } from './picking.ts';
import { Spread } from './piles.tsx';
import './pokers-rogue-reckoning.css';
import { question } from './question.ts';
import type { RogueProps, Shown, View } from './rogue-props.ts';
import { Mini, Rooms } from './rooms.tsx';

export default function Table(game: TableProps<View>) {
  const moment = momentOf(game.game);
  const [looked, look] = useState<{ at: Shown; moment: string }>({ at: null, moment });
  const show = (at: Shown) => look({ at, moment });
  const props: RogueProps = { ...game, shown: looked.moment === moment ? looked.at : null, show };
  const { view, choice, bar } = props;
  const { shown } = props;
  const { combat, phase } = view;
  const explores = combat === null || phase === 'scout';
  const pile = shown === 'discard' || shown === 'aside' ? shown : asksDiscard(choice, view) ? 'discard' : null;
  return (
    <>
      <Felt cloth={`rogue ${explores ? 'explore' : shown === 'rooms' ? 'fight map' : 'fight'}`} moment={moment}>
        <div class="level">
          <Rooms {...props} />
          <Tiers {...props} />
          {explores && <Hero {...props} />}
        </div>
        {combat !== null && !explores && <Duel {...props} combat={combat} />}
        <Pack {...props} />
        {!explores && <Mini {...props} />}
        {pile !== null && <Spread {...props} pile={pile} />}
      </Felt>
      {bar(question(props))}
    </>
  );
}
