// What the view of a ruleset is made of, from the JSON schema that the service gives for it.

/** A JSON schema, as far as it is read here. */
export interface ViewSchema {
  $ref?: string;
  $defs?: Record<string, ViewSchema>;
  anyOf?: ViewSchema[];
  oneOf?: ViewSchema[];
  type?: string;
  description?: string;
  properties?: Record<string, ViewSchema>;
  items?: ViewSchema;
  maximum?: number;
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

/** Whether a list has one place for each seat, which its description says. */
export function isBySeat({ description = '' }: ViewSchema, length: number, seats: number): boolean {
  return length === seats && /\bby seat\b/i.test(description);
}

/** Whether a number is a seat's, which its description says. */
export function isSeat({ type, description = '' }: ViewSchema): boolean {
  return type === 'integer' && /^(the seat|whose)\b/i.test(description);
}

/** Whether a number is what a die with six faces shows, which its description says. */
export function isDie({ maximum, description = '' }: ViewSchema, value: number): boolean {
  return maximum === 6 && value >= 1 && /\bdi(e|ce)\b/i.test(description);
}
