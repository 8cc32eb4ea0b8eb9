import type { FieldValue, Value } from './field-values.ts';

/** What follows a list so far: the place of the list that ends here, and the items that may come next. */
interface Branch {
  place: number | undefined;
  next: Map<Value, Branch>;
}

/**
 * Where the values of a field stand in its list. A value that is a list is found item by item: to make one text of it for a map takes
 * longer than all the rest of finding an action.
 */
export class Places {
  readonly #values = new Map<Value | null, number>();
  readonly #lists: Branch = { place: undefined, next: new Map() };

  constructor(values: readonly (FieldValue | null)[]) {
    values.forEach((value, place) => {
      if (isList(value)) this.#addList(value, place);
      else this.#values.set(value, place);
    });
  }

  /** Undefined of a value that is not among them. */
  of(value: FieldValue | null): number | undefined {
    if (!isList(value)) return this.#values.get(value);
    let branch: Branch | undefined = this.#lists;
    for (let i = 0; i < value.length && branch !== undefined; i++) branch = branch.next.get(value[i] as Value);
    return branch?.place;
  }

  #addList(list: readonly Value[], place: number): void {
    let branch = this.#lists;
    for (const item of list) {
      const next = branch.next.get(item) ?? { place: undefined, next: new Map() };
      branch.next.set(item, next);
      branch = next;
    }
    branch.place = place;
  }
}

function isList(value: FieldValue | null): value is readonly Value[] {
  return typeof value === 'object' && value !== null;
}
