// Imports nothing: the client package and the pages are built with it.

/** Any action of any ruleset. */
interface AnyAction {
  type: string;
}

/** Actions of one type: of each other field the values that it may have. Any combination of them is legal. */
export interface Choice {
  type: string;
  [field: string]: unknown;
}

/** Actions that have the same type and fields. */
interface Form {
  type: string;
  fields: string[];
  actions: Record<string, unknown>[];
}

/** Actions of one form, while they are put together: by field its values, and what tells that list of them from others. */
interface Block {
  values: unknown[][];
  names: string[];
}

/**
 * The same actions in few words: each stands for exactly one entry with one value of each of its fields, and each
 * combination of values of an entry for one action. In the order in which the actions are listed.
 */
export function choicesOf(actions: readonly AnyAction[]): Choice[] {
  return formsOf(actions).flatMap(together);
}

/** Every action that the entries stand for, entry by entry; of the fields of an entry the last one changes first. */
export function actionsIn(choices: readonly Choice[]): AnyAction[] {
  return choices.flatMap(({ type, ...fields }) =>
    Object.entries(fields as Record<string, unknown[]>).reduce<AnyAction[]>(
      (begun, [field, values]) => begun.flatMap((action) => values.map((value) => ({ ...action, [field]: value }))),
      [{ type }],
    ),
  );
}

/** In the order of their first actions. Mostly an action has the form of the one before it. */
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

/** Blocks that differ in one field alone become one, field after field from the last. */
function together({ type, fields, actions }: Form): Choice[] {
  const numbering = new Numbering();
  const last = fields.length - 1;
  const begun = new Map<string, Block>();
  // there may be thousands of actions: none becomes a block by itself
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

/** The same for blocks that differ in this field alone. */
function nameBeside({ names }: Block, nth: number): string {
  let name = '';
  for (let i = 0; i < names.length; i++) if (i !== nth) name += `${names[i]};`;
  return name;
}

/** Gives equal values the same number. Thousands of actions share few values, so that most are known as they are. */
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
