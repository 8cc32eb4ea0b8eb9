import { momentOf, ringFrom } from '../../core/table-props.ts';
import { Felt } from '../../parts/felt.tsx';
import { Arena } from './arena.tsx';
import { LitDice, useRolling } from './rolling.tsx';
import './champions-of-chance.css';
import type { ChampionsProps } from './champions-props.ts';
import { Grounds } from './number-card.tsx';
import { question } from './question.ts';
import { Own, Piles, Rival } from './seats.tsx';

export default function Table(props: ChampionsProps) {
  const rolling = useRolling(props);
  const { game, bar } = props;
  const { viewer } = game;
  return (
    <>
      <Felt cloth="champions" moment={momentOf(game)}>
        <Grounds />
        <div class="rivals">
          {ringFrom(game).map((seat) => (
            <Rival key={seat} {...props} seat={seat} />
          ))}
        </div>
        {rolling === null ? <Arena {...props} /> : <LitDice {...props} {...rolling} />}
        {typeof viewer === 'number' ? (
          <Own {...props} seat={viewer} />
        ) : (
          <article class="me">
            <Piles {...props} />
          </article>
        )}
      </Felt>
      {bar(question(props))}
    </>
  );
}
