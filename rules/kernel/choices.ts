// This file imports nothing, because the client package and the web pages include it.

interface AnyAction {
  type: string;
}

/** Legal actions of one type: the possible values of each field. Every combination of them is a legal action. */
export interface Choice {
  type: string;
  [field: string]: unknown;
}

interface Form {
  type: string;
  fields: string[];
  actions: Record<string, unknown>[];
}

/** Actions that are merged into one entry. `values`: the values of each field; `names`: these values as text. */
interface Block {
  values: unknown[][];
  names: string[];
}

/** Lists the same actions in fewer entries and in the same order. Each action is in exactly one entry. */
export function choicesOf(actions: readonly AnyAction[]): Choice[] {
  return formsOf(actions).flatMap(together);
}

/** Writes out all actions, entry by entry. Within an entry the value of the last field changes fastest. */
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

/** Merges blocks that differ in only one field. Tries the fields one after another, the last field first. */
function together({ type, fields, actions }: Form): Choice[] {
  const entryOf = (valuesOf: (field: string, nth: number) => unknown) => ({
    type,
    ...Object.fromEntries(fields.map((field, nth) => [field, valuesOf(field, nth)])),
  });
  const [first, ...more] = actions;
  if (first !== undefined && more.length === 0) return [entryOf((field) => [first[field]])];
  const numbering = new Numbering();
  const last = fields.length - 1;
  const begun = new Map<string, Block>();
  // merges by the last field without making a block for each action, because there may be thousands of actions
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
  return blocks.map(({ values }) => entryOf((_, nth) => values[nth]));
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

/** Gives equal values the same number. Most values recur in many actions, so most calls need not write JSON. */
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
