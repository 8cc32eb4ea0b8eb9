import { actionsIn, type Choice } from '#rules/kernel/choices.ts';

/** A legal action: its type, and what else it takes. */
export type Action = Readonly<Record<string, unknown>>;

/** A legal action with its sentence, and its number in the list of all, from 1. */
export interface NumberedAction {
  number: number;
  action: Action;
  label: string;
}

/** How many characters a list of actions may take: a third of what a whole turn may. */
const LONGEST_LIST = 1_800;
const LONGEST_VALUES = 300;

/** Every legal action of a state that was asked for with labels; none where its viewer is not to act. */
export function numbered({ choices = [], labels = [] }: { choices?: Choice[]; labels?: string[] }): NumberedAction[] {
  return actionsIn(choices).map((action, i) => ({
    number: i + 1,
    action: { ...action },
    label: labels[i] ?? JSON.stringify(action),
  }));
}

/** The actions that hold each of the picked values. */
export function narrowed(actions: readonly NumberedAction[], pick: Action): NumberedAction[] {
  const picks = Object.entries(pick).map(([field, value]) => [field, JSON.stringify(value)] as const);
  return actions.filter(({ action }) => picks.every(([field, value]) => JSON.stringify(action[field]) === value));
}

/** The actions a line each where that is short enough, else what can be picked next. */
export function choicesText(actions: readonly NumberedAction[], pick: Action = {}): string {
  const list = actions.map(({ number, label }) => `${number}. ${label}`).join('\n');
  return list.length <= LONGEST_LIST ? list : summaryOf(actions, pick);
}

/** For each type the values that its fields take. */
function summaryOf(actions: readonly NumberedAction[], pick: Action): string {
  const types = [...new Set(actions.map(({ action }) => String(action.type)))];
  const lines = types.map((type) => {
    const all = actions.filter(({ action }) => action.type === type);
    const fields = [...new Set(all.flatMap(({ action }) => Object.keys(action)))];
    const open = fields.filter((field) => field !== 'type' && !(field in pick));
    const parts = open.map((field) => `${field} ${valuesText(all.map(({ action }) => action[field]))}`);
    return `- ${[`type "${type}" (${all.length})`, ...parts].join('; ')}`;
  });
  return [
    `${actions.length} actions, too many to list. Call legal_actions with a \`pick\` of some of these values to get them by number:`,
    ...lines,
  ].join('\n');
}

function valuesText(values: readonly unknown[]): string {
  const different = [...new Set(values.filter((value) => value !== undefined).map((value) => JSON.stringify(value)))];
  let text = '';
  for (const [i, value] of different.entries()) {
    const next = text === '' ? value : `${text}, ${value}`;
    if (next.length > LONGEST_VALUES) return `${text}, … (${different.length - i} more)`;
    text = next;
  }
  return text;
}
