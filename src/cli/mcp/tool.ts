import type { Static, TObject, TProperties } from 'typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';

export interface ToolAnswer {
  /** Only numbers, ids and codes: a model may take text for instructions. */
  readonly text: string;
  /** May contain text from strangers. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly input: TObject;
  /** Whether it changes anything at the service. */
  readonly isWriting: boolean;
  /** Throws a `CliError` for arguments that don't match the schema, and the tool's own errors. */
  readonly call: (given: unknown, signal: AbortSignal) => Promise<ToolAnswer>;
}

interface ToolOf<Input extends TProperties> extends Pick<Tool, 'name' | 'description'> {
  /** There are no others. */
  readonly input: Input;
  readonly isWriting?: boolean;
  readonly run: (given: Static<TObject<Input>>, signal: AbortSignal) => Promise<ToolAnswer>;
}

function badArguments(tool: string, schema: TObject, given: unknown): CliError {
  const [fault] = Value.Errors(schema, given);
  const where = fault?.instancePath.slice(1) || 'the arguments';
  const isUnknown = fault?.keyword === 'boolean';
  const rule = isUnknown ? 'is not an argument of it' : fault?.message;
  return new CliError({
    code: 'invalid_arguments',
    what: `the arguments do not fit the schema of ${tool}; nothing was done`,
    next: `${where} ${rule ?? 'must fit the schema'}`,
    exitCode: EXIT.usage,
  });
}

export function makeTool<Input extends TProperties>(tool: ToolOf<Input>): Tool {
  const { name, description, isWriting = false, run } = tool;
  const input = Type.Object(tool.input, { additionalProperties: false });
  const call = async (given: unknown, signal: AbortSignal): Promise<ToolAnswer> => {
    if (!Value.Check(input, given)) throw badArguments(name, input, given);
    return await run(given, signal);
  };
  return { name, description, input, isWriting, call };
}
