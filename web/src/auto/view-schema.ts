// What the view of a ruleset is made of, from the JSON schema that the service gives for it.

/** A JSON schema with the hints of the service, as far as they are read here. */
export interface ViewSchema {
  $ref?: string;
  $defs?: Record<string, ViewSchema>;
  anyOf?: ViewSchema[];
  oneOf?: ViewSchema[];
  type?: string;
  /** the words of a string */
  enum?: string[];
  title?: string;
  description?: string;
  properties?: Record<string, ViewSchema>;
  items?: ViewSchema;
  /** what the value stands for */
  'x-kind'?: string;
  /** of an array: one item for each seat */
  'x-by'?: string;
  /** of a number in an action: it counts the items of this list of the view */
  'x-indexes'?: string;
}

/** The schema itself, where it is named elsewhere or may be null; with the words that stand nearest to its use. */
export function resolved(root: ViewSchema, schema: ViewSchema | undefined): ViewSchema {
  if (schema === undefined) return {};
  const { $ref, anyOf, oneOf, description } = schema;
  const other = (anyOf ?? oneOf)?.find(({ type }) => type !== 'null');
  const target = $ref === undefined ? other : root.$defs?.[$ref.replace(/^#\/\$defs\//, '')];
  if (target === undefined) return schema;
  const found = resolved(root, target);
  return description === undefined ? found : { ...found, description };
}

export function propertyOf(root: ViewSchema, schema: ViewSchema, name: string): ViewSchema {
  return resolved(root, schema.properties?.[name]);
}

/** Whether a list has one place for each seat. Rules of earlier versions have no hints, only descriptions. */
export function isBySeat({ 'x-by': by, description = '' }: ViewSchema, length: number, seats: number): boolean {
  return length === seats && (by === 'seat' || /\bby seat\b/i.test(description));
}

/** Whether a number is a seat's. */
export function isSeat({ type, 'x-kind': kind, description = '' }: ViewSchema): boolean {
  return kind === 'seat' || (kind === undefined && type === 'integer' && /^(the seat|whose)\b/i.test(description));
}

/** Whether a number can be drawn as what a die with six faces shows. */
export function isFace({ 'x-kind': kind }: ViewSchema, value: number): boolean {
  return kind === 'face' && value >= 1 && value <= 6;
}

/** Which fields of actions name something of the view by a number. */
export interface NumberedFields {
  /** by the list of the view whose items they count: `/dice` → `dice` */
  byList: ReadonlyMap<string, readonly string[]>;
  /** those that name seats */
  ofSeats: readonly string[];
}

/** From the schema of the actions. */
export function numberedFieldsIn(actions: ViewSchema): NumberedFields {
  const byList = new Map<string, string[]>();
  const ofSeats = new Set<string>();
  const types = [actions, ...Object.values(actions.$defs ?? {}), ...(actions.anyOf ?? actions.oneOf ?? [])];
  for (const { properties = {} } of types) {
    for (const [name, property] of Object.entries(properties)) {
      const field = resolved(actions, property);
      const { 'x-indexes': list, 'x-kind': kind } = field.items === undefined ? field : resolved(actions, field.items);
      if (list !== undefined) byList.set(list, [...new Set([...(byList.get(list) ?? []), name])]);
      else if (kind === 'seat') ofSeats.add(name);
    }
  }
  return { byList, ofSeats: [...ofSeats] };
}
