/** The parts of a JSON schema that the API's document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** A field of a Python class. */
export interface Field {
  /** Its name in JSON. */
  readonly json: string;
  readonly name: string;
  /** The type annotation, without `Optional`. */
  readonly type: string;
  /** The function that reads one value of it. */
  readonly reader: string;
  readonly isMany: boolean;
  readonly isNullable: boolean;
  /** False for a field that JSON may lack. */
  readonly isRequired: boolean;
  /** True for links, emails and phone numbers, which a printed object must not show. */
  readonly isPrivate: boolean;
  readonly description: string | undefined;
}

/** Classes whose Python name is not that of their schema. */
const NAMES: Readonly<Record<string, string>> = {
  SentDocument: 'SendResult',
  SignerSignedEvent: 'SignerSigned',
  DocumentCompletedEvent: 'DocumentCompleted',
};

/** Null in a response that was lost and rebuilt by reading. */
const NULL_WHEN_REBUILT = new Set(['SentDocument.creditsRemaining', 'SentSigner.signUrl']);
/** Ids and types, without which an object is of no use. */
const FILLED = /Id$|^event$/;
const PRIVATE = new Set(['email', 'phone']);

/** The Python class of a schema. */
export const classOf = (schema: string): string => NAMES[schema] ?? schema;

/** Python's own words get a trailing underscore. */
const snake = (name: string): string =>
  name === 'as' ? 'as_' : name.replace(/[A-Z]/g, (letter) => `_${letter}`.toLowerCase());

const refOf = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1);

const isNull = ({ type }: Schema): boolean => type === 'null';

/** The schema without its `null`. */
const withoutNull = (schema: Schema): Schema => schema.anyOf?.find((one) => !isNull(one)) ?? schema;

const READERS: Readonly<Record<string, readonly [type: string, reader: string]>> = {
  string: ['str', 'text'],
  integer: ['int', 'whole'],
  number: ['float', 'number'],
  boolean: ['bool', 'flag'],
};

function typeOf(schema: Schema, owner: string): readonly [type: string, reader: string] {
  const ref = refOf(schema);
  if (ref === 'DocumentStatus') return ['DocumentStatus', 'status'];
  if (ref !== undefined) return [classOf(ref), `${classOf(ref)}.from_json`];
  if (schema.format === 'date-time') return ['datetime', 'time'];
  const found = READERS[schema.type ?? ''];
  if (found) return found;
  throw new Error(`${owner} has a type that no Python type is known for`);
}

/** The fields of a schema, those without a default first. Throws for a type without a Python type. */
export function fieldsOf(name: string, { properties = {}, required = [] }: Schema): Field[] {
  const fields = Object.entries(properties).map(([json, property]): Field => {
    const owner = `${name}.${json}`;
    const value = withoutNull(property);
    const isMany = value.type === 'array';
    const [type, anyReader] = typeOf(isMany && value.items ? value.items : value, owner);
    const reader = FILLED.test(json) ? 'filled' : anyReader;
    const isNullable = property.anyOf?.some(isNull) === true || NULL_WHEN_REBUILT.has(owner);
    const isPrivate = PRIVATE.has(json) || value.format === 'uri';
    const description = value.description ?? property.description;
    const isRequired = required.includes(json);
    return {
      json,
      name: snake(json),
      type,
      reader,
      isMany,
      isNullable,
      isRequired,
      isPrivate,
      description,
    };
  });
  return fields.sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
}
