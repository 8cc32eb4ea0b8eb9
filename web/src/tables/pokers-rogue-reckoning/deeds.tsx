import { Piece } from '../../parts/piece.tsx';
import type { Around } from './cards.tsx';
import { question, SAID } from './words.ts';

/** What is done without touching a card or a room. */
const DEEDS = [
  'takeMoney',
  'takeHealing',
  'roll',
  'accept',
  'counterAttack',
  'rollAgain',
  'tradeAtk',
  'fall',
  'bribe',
  'scoutDone',
  'leaveLevel',
  'craftPill',
];

/** What is to be decided, and what can be done about it as it is. */
export function Deeds({ around, isOver }: { around: Around; isOver: boolean }) {
  const { view, legal } = around;
  return (
    <div class="prr-deeds">
      <b>{isOver ? SAID.over : question(view)}</b>
      {legal.length > 0 && (
        <div class="line">
          {DEEDS.map((type) => (
            <Deed key={type} around={around} type={type} />
          ))}
        </div>
      )}
    </div>
  );
}

/** One of them, in the words of its label. */
function Deed({ around: { choice, legal }, type }: { around: Around; type: string }) {
  const label = legal.find(({ action }) => action.type === type)?.label;
  if (label === undefined) return null;
  return (
    <Piece choice={choice} field="type" value={type}>
      {type === 'craftPill' ? SAID.craftPill : label}
    </Piece>
  );
}
