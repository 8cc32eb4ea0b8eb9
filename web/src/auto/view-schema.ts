export interface ViewSchema {
  $ref?: string;
  $defs?: Record<string, ViewSchema>;
  anyOf?: ViewSchema[];
  oneOf?: ViewSchema[];
  type?: string;
  enum?: string[];
  const?: unknown;
  title?: string;
  description?: string;
  properties?: Record<string, ViewSchema>;
  items?: ViewSchema;
  'x-kind'?: string;
  /** for arrays: `seat` means one item per seat */
  'x-by'?: string;
  'x-indexes'?: string;
}

/** Resolves `$ref` and unions with null. Keeps the description that is closest to where the schema is used. */
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

/** True if the list has one item for each seat. Older rules have no `x-by`, so the description is searched. */
export function isBySeat({ 'x-by': by, description = '' }: ViewSchema, length: number, seats: number): boolean {
  return length === seats && (by === 'seat' || /\bby seat\b/i.test(description));
}

export function isSeat({ type, 'x-kind': kind, description = '' }: ViewSchema): boolean {
  return kind === 'seat' || (kind === undefined && type === 'integer' && /^(the seat|whose)\b/i.test(description));
}

export function isFace({ 'x-kind': kind }: ViewSchema, value: number): boolean {
  return kind === 'face' && value >= 1 && value <= 6;
}

export interface NumberedFields {
  /** by the path of a list in the view: the action fields that are indexes into it (`/dice` → `dice`) */
  byList: ReadonlyMap<string, readonly string[]>;
  ofSeats: readonly string[];
}

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
