// The parts of JSON Schema that three vendors of models accept for parameters of a tool, written from memory of their
// pages: OpenAI "Structured Outputs: supported schemas"; Anthropic "Structured outputs: JSON Schema limitations";
// Google `Schema` of the Gemini API.

type Schema = Record<string, any>;

interface Subset {
  keywords: readonly string[];
  formats: readonly string[];
  /** true: objects may have fields that the schema does not name */
  freeObjects: boolean;
  enumTypes: readonly string[];
  deepest: number;
}

const EVERYWHERE = ['type', 'description', 'enum', 'items', 'properties', 'required', 'anyOf'];
const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'];

export const SUBSETS: Record<string, Subset> = {
  OpenAI: {
    keywords: [
      ...EVERYWHERE,
      ...['additionalProperties', 'const', '$ref', '$defs', 'pattern', 'format', 'multipleOf', 'minimum', 'maximum'],
      ...['exclusiveMinimum', 'exclusiveMaximum', 'minItems', 'maxItems'],
    ],
    formats: ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'],
    freeObjects: false,
    enumTypes: ['string', 'number', 'boolean'],
    deepest: 10,
  },
  Anthropic: {
    keywords: [
      ...EVERYWHERE,
      ...['additionalProperties', 'const', 'allOf', '$ref', '$defs', 'default', 'format', 'pattern'],
    ],
    formats: ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'],
    freeObjects: false,
    enumTypes: ['string', 'number', 'boolean'],
    deepest: Number.POSITIVE_INFINITY,
  },
  Google: {
    keywords: [
      ...EVERYWHERE,
      // programs that call Gemini remove this for `parameters`, and `parametersJsonSchema` accepts it
      'additionalProperties',
      ...['format', 'title', 'nullable', 'default', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
      ...['minLength', 'maxLength', 'minimum', 'maximum', 'pattern', 'example', 'propertyOrdering'],
    ],
    formats: ['date-time', 'enum', 'int32', 'int64', 'float', 'double'],
    freeObjects: false,
    enumTypes: ['string'],
    deepest: Number.POSITIVE_INFINITY,
  },
};

export function faultsOf(
  tool: { name: string; description?: string | undefined; inputSchema: Schema },
  subset: Subset,
): string[] {
  const { name, description = '', inputSchema } = tool;
  return [
    ...(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/.test(name) ? [] : [`the name ${name}`]),
    ...(description.length > 0 && description.length <= 1_024 ? [] : ['a description of 1 to 1,024 characters']),
    ...(inputSchema.type === 'object' && inputSchema.properties !== undefined ? [] : ['a root that is no object']),
    ...['anyOf', 'oneOf', 'allOf', 'enum', 'not']
      .filter((word) => word in inputSchema)
      .map((word) => `${word} at the root`),
    ...within(inputSchema, '', 0, subset),
  ];
}

function within(schema: Schema, at: string, depth: number, subset: Subset): string[] {
  const faults: string[] = [];
  const fault = (what: string) => faults.push(`${at || 'the root'}: ${what}`);
  for (const keyword of Object.keys(schema)) if (!subset.keywords.includes(keyword)) fault(keyword);
  if (depth > subset.deepest) fault(`deeper than ${subset.deepest} levels`);
  const { type, properties = {}, items, enum: values = [], anyOf = [], format } = schema;
  if (anyOf.length === 0 && !TYPES.includes(type)) fault(`the type ${JSON.stringify(type)}`);
  if (format !== undefined && !subset.formats.includes(format)) fault(`the format ${format}`);
  if (values.some((value: unknown) => !subset.enumTypes.includes(typeof value))) fault('a value of an enum');
  if (type === 'object' && !subset.freeObjects) {
    if (schema.additionalProperties !== false) fault('additionalProperties other than false');
    if (at !== '' && Object.keys(properties).length === 0) fault('an object without properties');
  }
  if (type === 'array' && items === undefined) fault('an array without items');
  for (const name of schema.required ?? [])
    if (!(name in properties)) fault(`${name}, which is required, and no property`);
  for (const [name, property] of Object.entries<Schema>(properties)) {
    if (!/^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/.test(name)) fault(`the parameter ${name}`);
    faults.push(...within(property, `${at}/${name}`, depth + 1, subset));
  }
  if (items !== undefined) faults.push(...within(items, `${at}/items`, depth + 1, subset));
  for (const [i, option] of (anyOf as Schema[]).entries())
    faults.push(...within(option, `${at}/anyOf/${i}`, depth, subset));
  return faults;
}
