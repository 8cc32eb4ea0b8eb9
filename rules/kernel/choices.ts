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
  return [...byForm(actions).values()].flatMap(together);
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

/** Actions that have the same type and fields. */
function byForm(actions: readonly AnyAction[]): Map<string, AnyAction[]> {
  const forms = new Map<string, AnyAction[]>();
  for (const action of actions) {
    const form = `${action.type} ${Object.keys(action).join(' ')}`;
    const alike = forms.get(form);
    if (alike === undefined) forms.set(form, [action]);
    else alike.push(action);
  }
  return forms;
}

/** Blocks that differ in one field alone become one, field after field from the last. */
function together(actions: readonly AnyAction[]): Choice[] {
  const [first] = actions as readonly [AnyAction];
  const fields = Object.keys(first).filter((field) => field !== 'type');
  const numbering = new Numbering();
  let blocks = actions.map((action) => blockOf(action, numbering));
  for (let nth = fields.length - 1; nth >= 0; nth--) blocks = joinedIn(blocks, nth);
  return blocks.map(({ values }) => ({
    type: first.type,
    ...Object.fromEntries(fields.map((field, nth) => [field, values[nth]])),
  }));
}

function blockOf({ type, ...fields }: AnyAction, numbering: Numbering): Block {
  const own = Object.values(fields);
  return { values: own.map((value) => [value]), names: own.map((value) => numbering.of(value)) };
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
