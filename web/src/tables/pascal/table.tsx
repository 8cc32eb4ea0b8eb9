import { useRef } from 'preact/hooks';
import { momentOf } from '../../core/table-props.ts';
import { Felt } from '../../parts/felt.tsx';
import { useKeys } from './keys.ts';
import './pascal.css';
import { question } from './question.ts';
import { Marks, Score } from './score.tsx';
import { Tray } from './tray.tsx';
import { Triangle } from './triangle.tsx';
import type { PascalProps } from './view.ts';

export default function Table(props: PascalProps) {
  const { game, choice, bar } = props;
  const paper = useRef<HTMLDivElement>(null);
  useKeys(paper, choice);
  return (
    <>
      <Felt cloth="pascal" moment={momentOf(game)}>
        <Tray {...props} />
        <div ref={paper} class="paper">
          <Score {...props} />
          <Marks {...props} />
          <Triangle {...props} />
        </div>
      </Felt>
      {bar(question(props))}
    </>
  );
}
