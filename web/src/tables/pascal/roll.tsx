import { useRef } from 'preact/hooks';
import { Die } from '../../art/old-die.tsx';
import type { Action } from '../../core/api.ts';
import type { Choice } from '../../core/table-props.ts';
import { Piece } from '../../parts/piece.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { fittingFields, leftOf, type PascalView, pickedDice, pickedSum } from './view.ts';
import { WORDS } from './words.ts';

interface RollProps {
  view: PascalView;
  choice: Choice;
}

/** The dice on the table, and what can be done with them other than writing. */
export function Roll({ view, choice }: RollProps) {
  const { dice, used, rerollsLeft } = view;
  const isOver = dice.every((value) => value === 0);
  if (isOver) return <p class="dim">{WORDS.noRoll}</p>;
  const sum = pickedSum(view, choice);
  return (
    <section class="roll" aria-label={WORDS.dice}>
      <ul class="dice">
        {dice.map((value, position) => {
          const field = used[position] ?? null;
          const name = field === null ? WORDS.die(position, value) : WORDS.usedDie(position, value, field);
          return (
            // dice have no name but their place
            <li key={position} data-die={position}>
              <Piece choice={choice} field="dice" value={position} name={name}>
                <Die kind="d6" value={value} name={name} spent={field !== null} />
              </Piece>
              {field !== null && <small aria-hidden="true">{WORDS.usedIn(field)}</small>}
            </li>
          );
        })}
      </ul>
      <p class="told">
        <strong>{sum > 0 ? WORDS.sum(sum) : choice.left.length > 0 ? WORDS.pickFirst : ''}</strong>
        <span>{WORDS.rerolls(rerollsLeft)}</span>
      </p>
      {choice.left.length > 0 && <Verbs view={view} choice={choice} />}
    </section>
  );
}

function Verbs({ view, choice }: RollProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [write] = writable(choice);
  const reroll = rerollOf(choice);
  const erase = leftOf(choice, 'erase')[0];
  const discard = leftOf(choice, 'discardRoll')[0];
  const cancel = { type: 'cancelBoard' } as const;
  return (
    <div class="verbs">
      {write !== undefined && (
        <Verb choice={choice} action={write} words={WORDS.write(pickedSum(view, choice), write.field)} />
      )}
      {reroll !== undefined && (
        <Verb
          choice={choice}
          action={reroll}
          words={reroll.dice.length === view.dice.length ? WORDS.rerollAll : WORDS.reroll}
        />
      )}
      {erase !== undefined && <Verb choice={choice} action={erase} words={WORDS.erase} />}
      {discard !== undefined && <Verb choice={choice} action={discard} words={WORDS.discard} />}
      {leftOf(choice, 'crossOut').map((action) => (
        <Verb key={action.field} choice={choice} action={action} words={WORDS.crossOut(action.field)} />
      ))}
      {choice.canPick('type', cancel.type) && (
        <button
          type="button"
          onClick={() => {
            choice.propose(cancel);
            dialog.current?.showModal();
          }}
        >
          {WORDS.cancel}
        </button>
      )}
      <CancelDialog ref={dialog} choice={choice} />
    </div>
  );
}

function Verb({ choice, action, words }: { choice: Choice; action: Action; words: string }) {
  return (
    <button type="button" onClick={() => choice.propose(action)}>
      {words}
    </button>
  );
}

/** What is written when the picked dice go into the picked field. */
function writable(choice: Choice) {
  const { picks } = choice;
  const field = picks.find((pick) => pick.field === 'field')?.value;
  if (field === undefined || !fittingFields(choice).has(String(field))) return [];
  const many = pickedDice(choice).length;
  return leftOf(choice, 'write').filter(({ dice }) => dice.length === many);
}

/** The re-roll of the dice that are picked; of all when none are. */
function rerollOf(choice: Choice) {
  const picked = pickedDice(choice);
  const rerolls = leftOf(choice, 'reroll');
  const many = picked.length > 0 ? picked.length : Math.max(...rerolls.map(({ dice }) => dice.length));
  return rerolls.find(({ dice }) => dice.length === many);
}
