/** The parts of a JSON schema that decide its type. */
export interface PlainSchema {
  readonly $id?: string;
  readonly type?: string;
  readonly description?: string;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly PlainSchema[];
  readonly items?: PlainSchema;
  readonly properties?: Readonly<Record<string, PlainSchema>>;
  readonly required?: readonly string[];
}

/** Notes that a type of this name is used; false when there is none. */
type See = (name: string) => boolean;

const TYPES: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** What the schema says of itself, or, where null is possible, of its other value. */
const descriptionOf = ({ description, anyOf = [] }: PlainSchema): string | undefined =>
  description ?? anyOf.find((one) => one.$id === undefined && one.description)?.description;

/** A list of one kind of values, in parentheses where the kind is a union. */
const listOf = (item: string): string => (item.includes(' | ') ? `(${item})[]` : `${item}[]`);

function fieldsOf({ properties = {}, required = [] }: PlainSchema, see: See): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const description = descriptionOf(schema);
    const doc = description === undefined ? '' : `  /** ${description} */\n`;
    const mark = required.includes(name) ? '' : '?';
    return `${doc}  ${name}${mark}: ${typeOf(schema, see).replaceAll('\n', '\n  ')};\n`;
  });
  return `{\n${fields.join('')}}`;
}

function typeOf(schema: PlainSchema, see: See): string {
  const { $id, anyOf, items, type = '' } = schema;
  if ($id !== undefined && see($id)) return $id;
  if (schema.const !== undefined) return `'${schema.const}'`;
  if (schema.enum) return schema.enum.map((value) => `'${value}'`).join(' | ');
  if (anyOf) return anyOf.map((one) => typeOf(one, see)).join(' | ');
  if (items) return listOf(typeOf(items, see));
  if (type === 'object') return fieldsOf(schema, see);
  const known = TYPES[type];
  if (known === undefined) throw new Error(`no type for the schema ${JSON.stringify(schema)}`);
  return known;
}

/** Declares the type of a schema: an interface for an object, with each field's description as its comment. */
export function declarationOf(name: string, schema: PlainSchema, see: See): string {
  if (schema.type === 'object') return `export interface ${name} ${fieldsOf(schema, see)}\n`;
  const { $id, ...nameless } = schema;
  return `export type ${name} = ${typeOf(nameless, see)};\n`;
}
