import { MODULES } from './plan.ts';
import type { Schema } from './read-schema.ts';
import { classOf } from './read-schema.ts';
import { writeClass } from './write-class.ts';

type Json = Readonly<Record<string, unknown>>;

/** The parts of `openapi.json` that the Python package is made from. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Json }>>>>;
  readonly webhooks: Readonly<Record<string, Json>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const NOTE = '# Written by scripts/python-models.ts from the OpenAPI documents. Do not edit.';
const READERS = 'fields_of|filled|many|nullable|required|flag|number|text|time|whole';

const COUNTS = { $ref: '#/components/schemas/SignerCounts' };

/** The schema of the counts has no name of its own in the API's document. */
function schemasOf({ components }: ApiDocument): Readonly<Record<string, Schema>> {
  const { DocumentSummary, ...others } = components.schemas;
  const { signers: counts, ...kept } = DocumentSummary?.properties ?? {};
  if (!DocumentSummary || !counts) throw new Error('openapi.json has no counts of signers');
  const { createdAt, ...before } = kept;
  const properties = { ...before, ...(createdAt ? { createdAt } : {}), signers: COUNTS };
  return { ...others, SignerCounts: counts, DocumentSummary: { ...DocumentSummary, properties } };
}

const uses = (text: string, pattern: string): string[] =>
  [...new Set(text.match(new RegExp(`\\b(?:${pattern})\\b`, 'g')))].sort();

const importLine = (from: string, names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`from ${from} import ${names.join(', ')}`];

function writeModule(module: string, schemas: Readonly<Record<string, Schema>>): string {
  const plans = MODULES[module] ?? [];
  const own = plans.map(({ schema }) => classOf(schema));
  const body = plans.map((plan) => writeClass(plan, schemas[plan.schema] ?? {})).join('\n\n');
  const others = Object.entries(MODULES).filter(([name]) => name !== module);
  const imports = others.flatMap(([name, there]) => {
    const classes = there.map(({ schema }) => classOf(schema)).filter((one) => !own.includes(one));
    return importLine(`.${name}`, uses(body.replace(/""".*"""/g, ''), classes.join('|')));
  });
  const lines = [
    NOTE,
    '',
    ...importLine('dataclasses', uses(body, 'dataclass|field')),
    ...importLine('datetime', uses(body, 'datetime')),
    ...importLine('typing', uses(body, 'Any|Dict|Mapping|Optional|Sequence|Tuple')),
    '',
    ...imports,
    ...importLine('.reading', uses(body, READERS)),
    ...(body.includes('DocumentStatus') ? ['from .status import DocumentStatus, status'] : []),
  ];
  return `${lines.join('\n')}\n\n\n${body}`;
}

function writeStatus(schemas: Readonly<Record<string, Schema>>): string {
  const values = (schemas.DocumentStatus?.enum ?? []).map((one) => `"${one}"`).join(', ');
  return `${NOTE}

from typing import Any, Literal, cast

from .reading import filled

DocumentStatus = Literal[${values}]
"""The status of a document. FAILED and CANCELLED are reserved and not used."""


def status(value: Any) -> DocumentStatus:
    return cast(DocumentStatus, filled(value))
`;
}

const at = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>(
    (inside, key) =>
      typeof inside === 'object' && inside !== null ? (inside as Json)[key] : undefined,
    value,
  );

/** Every code of the errors with its status, as the operations of the document name them. */
function writeErrorCodes({ paths }: ApiDocument): string {
  const codes = new Map<string, string>();
  for (const path of Object.values(paths))
    for (const { responses } of Object.values(path))
      for (const [status, response] of Object.entries(responses))
        for (const code of Object.keys(
          Object(at(response, 'content', 'application/json', 'examples')),
        ))
          codes.set(code, status);
  const rows = [...codes].sort(([, a], [, b]) => Number(a) - Number(b));
  const lines = rows.map(([code, status]) => `    "${code}": ${status},`);
  return `${NOTE}

from typing import Mapping

# Every error code of the API with its HTTP status
ERROR_STATUSES: Mapping[str, int] = {
${lines.join('\n')}
}
`;
}

const LITERALS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

/** Strings in the examples hold none of these words between a space and a line's end. */
const pythonOf = (value: unknown): string =>
  JSON.stringify(value, null, 4).replace(
    /(?<=: )(true|false|null)(?=,?$)/gm,
    (word) => LITERALS[word] ?? word,
  );

function writeEventExamples(webhooks: ApiDocument['webhooks']): string {
  const examples = Object.fromEntries(
    Object.entries(webhooks).map(([type, path]) => [
      type,
      at(path, 'post', 'requestBody', 'content', 'application/json', 'example'),
    ]),
  );
  return `${NOTE}

from typing import Any, Dict

EVENT_EXAMPLES: Dict[str, Dict[str, Any]] = ${pythonOf(examples)}
`;
}

/** Writes every generated module of `esign._models`, by file name. */
export function writeModules(
  document: ApiDocument,
  extensions: Pick<ApiDocument, 'components' | 'webhooks'>,
): Readonly<Record<string, string>> {
  const { FoundDocument, ...others } = extensions.components.schemas;
  const schemas = {
    ...others,
    ...schemasOf(document),
    FoundDocument: {
      ...FoundDocument,
      properties: { ...FoundDocument?.properties, signers: COUNTS },
    },
  };
  const written = Object.keys(MODULES).map((name) => [`${name}.py`, writeModule(name, schemas)]);
  return {
    ...Object.fromEntries(written),
    'status.py': writeStatus(schemas),
    'error_codes.py': writeErrorCodes(document),
    'event_examples.py': writeEventExamples({ ...document.webhooks, ...extensions.webhooks }),
  };
}
