import type { Field, Schema } from './read-schema.ts';
import { classOf, fieldsOf } from './read-schema.ts';

/** A class to write: what it stands for, and the ways that it takes. */
export interface ClassPlan {
  readonly schema: string;
  /** The docstring. */
  readonly about: string;
  /** `answer` is read from JSON, `request` written to it; `both` is sent and echoed. */
  readonly way: 'answer' | 'request' | 'both';
}

function annotation(
  { type, isMany, isNullable, isRequired }: Field,
  way: ClassPlan['way'],
): string {
  const list = way === 'answer' ? `Tuple[${type}, ...]` : `Sequence[${type}]`;
  const one = isMany ? list : type;
  return isNullable || !isRequired ? `Optional[${one}]` : one;
}

function defaultOf({ isPrivate, isRequired }: Field): string {
  if (!isPrivate) return isRequired ? '' : ' = None';
  return isRequired ? ' = field(repr=False)' : ' = field(default=None, repr=False)';
}

const declaration = (field: Field, way: ClassPlan['way']): string[] => [
  `    ${field.name}: ${annotation(field, way)}${defaultOf(field)}`,
  ...(field.description === undefined ? [] : [`    """${field.description}"""`]),
];

function reading({ name, json, reader, isMany, isNullable, isRequired }: Field): string {
  const single = isNullable || !isRequired ? 'nullable' : 'required';
  return `            ${name}=${isMany ? 'many' : single}(raw, "${json}", ${reader}),`;
}

const fromJson = (name: string, fields: readonly Field[], keepsRaw: boolean): string[] => [
  '',
  '    @classmethod',
  `    def from_json(cls, value: Any) -> "${name}":`,
  `        """Reads it from parsed JSON of the API${keepsRaw ? ', which ``raw`` keeps' : ''}."""`,
  '        raw = fields_of(value)',
  '        return cls(',
  ...fields.map(reading),
  ...(keepsRaw ? ['            raw=raw,'] : []),
  '        )',
];

function writing({ name, json, type, isMany, isRequired }: Field): string[] {
  const isClass = /^[A-Z]/.test(type);
  const one = isClass ? `self.${name}.to_json()` : `self.${name}`;
  const value = isMany ? `[one.to_json() for one in self.${name}]` : one;
  const set = `made["${json}"] = ${value}`;
  return isRequired
    ? [`        ${set}`]
    : [`        if self.${name} is not None:`, `            ${set}`];
}

const toJson = (fields: readonly Field[]): string[] => [
  '',
  '    def to_json(self) -> Dict[str, Any]:',
  '        """What the API takes, ready to be written as JSON."""',
  '        made: Dict[str, Any] = {}',
  ...fields.flatMap(writing),
  '        return made',
];

const RAW = '    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)';

/** Writes a frozen dataclass; one that is only read keeps the JSON that it was read from. */
export function writeClass({ schema, about, way }: ClassPlan, shape: Schema): string {
  const name = classOf(schema);
  const fields = fieldsOf(schema, shape);
  const keepsRaw = way === 'answer';
  return [
    '@dataclass(frozen=True)',
    `class ${name}:`,
    `    """${about}"""`,
    '',
    ...fields.flatMap((field) => declaration(field, way)),
    ...(keepsRaw ? [RAW] : []),
    ...(way === 'request' ? [] : fromJson(name, fields, keepsRaw)),
    ...(way === 'answer' ? [] : toJson(fields)),
    '',
  ].join('\n');
}
