import { Flags } from '@oclif/core';
import { isRecord } from '../../contract/is-record.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';

/** JMESPath's functions; other names are rejected before anything is sent. */
export const FUNCTIONS: readonly string[] = [
  'abs avg ceil contains ends_with floor join keys length map max max_by merge min min_by',
  'not_null reverse sort sort_by starts_with sum to_array to_number to_string type values',
].flatMap((line) => line.split(' '));

function wrong(expression: string, why: string): CliError {
  return new CliError({
    code: 'invalid_query',
    what: `"${expression}" is not a JMESPath expression for this result: ${why}`,
    next: 'esign help output',
    exitCode: EXIT.usage,
  });
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function unknownFunction(node: unknown): string | undefined {
  if (Array.isArray(node)) return node.map(unknownFunction).find((name) => name !== undefined);
  if (!isRecord(node)) return undefined;
  const { type, name } = node;
  if (type === 'Function' && typeof name === 'string' && !FUNCTIONS.includes(name)) return name;
  return unknownFunction(Object.values(node));
}

/** A copy without prototypes: otherwise the library would find `constructor`. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (!isRecord(value)) return value;
  const copy: Record<string, unknown> = Object.create(null);
  for (const [name, item] of Object.entries(value)) copy[name] = bare(item);
  return copy;
}

export class RowQuery {
  readonly #expression: string;
  readonly #search: (data: unknown, expression: string) => unknown;

  constructor(expression: string, search: (data: unknown, expression: string) => unknown) {
    this.#expression = expression;
    this.#search = search;
  }

  /** Throws a `CliError` (exit 2) where the expression does not fit the result. */
  pick(result: unknown): unknown {
    try {
      return this.#search(bare(result), this.#expression);
    } catch (error) {
      throw wrong(this.#expression, reason(error));
    }
  }

  /** The parser prints a rejected flag's value along with the other flag. */
  toString(): string {
    return '…';
  }
}

/** Throws a `CliError` (exit 2) for an invalid JMESPath expression. */
export async function readQuery(expression: string): Promise<RowQuery> {
  const { compile, search } = (await import('jmespath')).default;
  let unknown: string | undefined;
  try {
    unknown = unknownFunction(compile(expression));
  } catch (error) {
    throw wrong(expression, reason(error));
  }
  if (unknown !== undefined)
    throw wrong(expression, `there is no function ${unknown}; there are ${FUNCTIONS.join(', ')}`);
  return new RowQuery(expression, search);
}

export const queryFlag = Flags.custom<RowQuery>({
  description: 'print what this JMESPath expression picks from the JSON; a text bare',
  helpValue: 'EXPRESSION',
  parse: async (text) => readQuery(text),
});
