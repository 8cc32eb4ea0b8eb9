import type { TObject } from '@sinclair/typebox';

type Schema = Readonly<Record<string, any>>;

/** What the subsets of JSON Schema have in common that OpenAI, Anthropic and Google take for the parameters of a tool. */
const SHOWN = ['type', 'description', 'enum', 'items', 'properties', 'required', 'additionalProperties'];
const AS_JSON = 'As JSON in a string.';

export type Read = { value: unknown } | { issues: { message: string }[] };

/**
 * A schema of arguments as models get it. Bounds are left out: they stand in the descriptions, and the call is held
 * against them. No subset has objects of any fields, so these are JSON in a string.
 */
export function shownTo(schema: TObject): Record<string, unknown> {
  return shown(JSON.parse(JSON.stringify(schema)));
}

/**
 * Arguments as a tool takes them. Null stands for an argument that is left out: hosts that make every argument required
 * send it.
 */
export function readArguments({ properties, required = [] }: TObject, sent: unknown): Read {
  if (sent === null || typeof sent !== 'object') return { value: sent };
  const value: Record<string, unknown> = {};
  for (const [name, argument] of Object.entries(sent)) {
    const schema = Object.hasOwn(properties, name) ? (properties[name] as Schema) : {};
    if (argument === null && !required.includes(name)) continue;
    if (typeof argument !== 'string' || !isFree(schema)) value[name] = argument;
    else {
      try {
        value[name] = JSON.parse(argument);
      } catch {
        return { issues: [{ message: `${name} must be JSON` }] };
      }
    }
  }
  return { value };
}

function shown(schema: Schema): Record<string, unknown> {
  if (isFree(schema)) return { type: 'string', description: [schema.description, AS_JSON].filter(Boolean).join(' ') };
  const kept = Object.fromEntries(Object.entries(schema).filter(([keyword]) => SHOWN.includes(keyword)));
  if (schema.properties !== undefined) {
    kept.properties = Object.fromEntries(
      Object.entries<Schema>(schema.properties).map(([name, of]) => [name, shown(of)]),
    );
  }
  if (schema.items !== undefined) kept.items = shown(schema.items);
  return kept;
}

/** Whether it is an object of any fields, or a list of such objects. */
function isFree({ type, properties, items }: Schema): boolean {
  return type === 'array' ? isFree(items) : type === 'object' && properties === undefined;
}
