import type { Action, LabelledAction } from '../../../../clients/typescript/src/index.ts';
import { type Choices, isPicked, meantBy, type Openings, type Pick, type PickValue } from '../../core/choose.ts';
import type { Choice } from '../../core/table-props.ts';

export interface Chosen {
  choices: Choices;
  picks: readonly Pick[];
  /** actions to send, in this order, once the player confirms them; `picks` are used only if this list is empty */
  proposed: readonly Action[];
}

interface Doings {
  /** changes the newest choice by `goOn`. `mayAct`: if this completes the choice, it may be sent at once */
  onChosen(goOn: (now: Chosen) => Omit<Chosen, 'choices'>, mayAct?: boolean): void;
  onAct(action: Action): void;
  onConfirmed(actions: readonly Action[]): void;
}

export function choiceOf(chosen: Chosen, { onChosen, onAct, onConfirmed }: Doings): Choice {
  const { choices, picks, proposed } = chosen;
  const left = choices.left(picks);
  const meant = meantIn(chosen, left);
  let openings: Openings | null = null;
  return {
    all: choices.all,
    left,
    picks,
    proposed,
    meant,
    canPick: (field, value) => {
      openings ??= choices.open(picks);
      return openings.has(field, value);
    },
    isPicked: (field, value) => isPicked(picks, field, value),
    pick: (field, value) => onChosen((now) => ({ picks: pickedIn(now, field, value), proposed: [] })),
    mark: (field, value) => onChosen((now) => ({ picks: pickedIn(now, field, value), proposed: [] }), false),
    propose: (...actions) => onChosen((now) => ({ picks: now.picks, proposed: actions })),
    act: onAct,
    clear: () => onChosen(() => ({ picks: [], proposed: [] })),
    confirm: () => {
      if (proposed.length > 0) onConfirmed(proposed);
      else if (meant !== null) onConfirmed([meant.action]);
    },
  };
}

function meantIn({ choices, picks, proposed }: Chosen, left: readonly LabelledAction[]): LabelledAction | null {
  const listed = proposed.flatMap((action) => choices.find(action) ?? []);
  if (listed[0] === undefined) return meantBy(left, picks);
  return { action: listed[0].action, label: listed.map(({ label }) => label).join('; ') };
}

function pickedIn({ choices, picks }: Chosen, field: string, value: PickValue): readonly Pick[] {
  if (isPicked(picks, field, value)) return picks.filter((pick) => pick.field !== field || pick.value !== value);
  return choices.fitting([...choices.beside(picks, { field, value }), { field, value }]);
}

/** Returns the part of a choice that is still legal. */
export function stillChosen({ picks, proposed }: Chosen, choices: Choices): Chosen {
  const legal = proposed.filter((action) => choices.find(action) !== undefined);
  return { choices, picks: choices.fitting(picks), proposed: legal };
}
