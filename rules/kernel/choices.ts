// This file imports nothing, because the client package and the pages are built with it.

interface AnyAction {
  type: string;
}

/** Legal actions of one type, as the possible values of each field. Every combination of these values is a legal
 * action. */
export interface Choice {
  type: string;
  [field: string]: unknown;
}

interface Form {
  type: string;
  fields: string[];
  actions: Record<string, unknown>[];
}

/** Actions that are merged into one entry: the values of each field, and a key for each list of values. */
interface Block {
  values: unknown[][];
  names: string[];
}

/** Lists the same actions in less space and in the same order. Each action is one combination of exactly one entry. */
export function choicesOf(actions: readonly AnyAction[]): Choice[] {
  return formsOf(actions).flatMap(together);
}

/** Writes all actions out, entry by entry. Within an entry the value of the last field changes first. */
export function actionsIn(choices: readonly Choice[]): AnyAction[] {
  return choices.flatMap(({ type, ...fields }) =>
    Object.entries(fields as Record<string, unknown[]>).reduce<AnyAction[]>(
      (begun, [field, values]) => begun.flatMap((action) => values.map((value) => ({ ...action, [field]: value }))),
      [{ type }],
    ),
  );
}

function formsOf(actions: readonly AnyAction[]): Form[] {
  const forms: Form[] = [];
  let form: Form | undefined;
  for (const action of actions) {
    if (form === undefined || !isOf(form, action)) form = forms.find((known) => isOf(known, action));
    if (form === undefined) {
      form = { type: action.type, fields: Object.keys(action).filter((name) => name !== 'type'), actions: [] };
      forms.push(form);
    }
    form.actions.push(action as unknown as Record<string, unknown>);
  }
  return forms;
}

function isOf({ type, fields }: Form, action: AnyAction): boolean {
  if (action.type !== type) return false;
  let nth = 0;
  for (const name in action) if (name !== 'type' && name !== fields[nth++]) return false;
  return nth === fields.length;
}

/** Merges blocks that differ in only one field. It tries the fields one after another, the last one first. */
function together({ type, fields, actions }: Form): Choice[] {
  const numbering = new Numbering();
  const last = fields.length - 1;
  const begun = new Map<string, Block>();
  // a faster way for thousands of actions, which makes no block for each
  for (const action of actions) {
    let others = '';
    for (let i = 0; i < last; i++) others += `${numbering.of(action[fields[i] as string])};`;
    const block = begun.get(others);
    if (block === undefined) {
      const values = fields.map((field) => action[field]);
      begun.set(others, { values: values.map((value) => [value]), names: values.map((value) => numbering.of(value)) });
    } else {
      const value = action[fields[last] as string];
      block.values[last]?.push(value);
      block.names[last] += `,${numbering.of(value)}`;
    }
  }
  let blocks = [...begun.values()];
  for (let nth = last - 1; nth >= 0; nth--) blocks = joinedIn(blocks, nth);
  return blocks.map(({ values }) => ({
    type,
    ...Object.fromEntries(fields.map((field, nth) => [field, values[nth]])),
  }));
}

function joinedIn(blocks: readonly Block[], nth: number): Block[] {
  const joined = new Map<string, Block>();
  for (const block of blocks) {
    const others = nameBeside(block, nth);
    const known = joined.get(others);
    if (known === undefined) {
      joined.set(others, block);
      continue;
    }
    known.values[nth]?.push(...(block.values[nth] as unknown[]));
    known.names[nth] += `,${block.names[nth]}`;
  }
  return [...joined.values()];
}

function nameBeside({ names }: Block, nth: number): string {
  let name = '';
  for (let i = 0; i < names.length; i++) if (i !== nth) name += `${names[i]};`;
  return name;
}

/** Gives equal values the same number. Actions share few values, so most calls find the value itself in a map. */
class Numbering {
  readonly #known = new Map<unknown, string>();
  readonly #texts = new Map<string, string>();

  of(value: unknown): string {
    let number = this.#known.get(value);
    if (number === undefined) {
      const text = JSON.stringify(value);
      number = this.#texts.get(text) ?? `${this.#texts.size}`;
      this.#texts.set(text, number);
      this.#known.set(value, number);
    }
    return number;
  }
}
