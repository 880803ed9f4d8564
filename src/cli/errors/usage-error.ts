import { CliError } from './cli-error.ts';
import { EXIT } from './exit-codes.ts';

/** What the parser knew when it gave up. */
interface ParserState {
  readonly nonExistentFlags: readonly string[];
  readonly argv: readonly string[];
  readonly argNames: readonly string[];
  readonly isStrict: boolean;
  readonly missingArgs: readonly string[];
  readonly missingFlags: readonly string[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

function missing(definitions: unknown, given: unknown): string[] {
  return Object.entries(record(definitions))
    .filter(([name, item]) => record(item).required === true && record(given)[name] === undefined)
    .map(([name]) => name);
}

function parserState(error: unknown): ParserState | undefined {
  const parse = record(record(error).parse);
  if (!isRecord(parse.input) || !isRecord(parse.output)) return undefined;
  const { input, output } = parse;
  const args = record(input.args);
  const unknown = strings(output.nonExistentFlags);
  const isVariadic = Object.values(args).some((item) => record(item).multiple === true);
  return {
    nonExistentFlags: unknown,
    argv: strings(output.argv).filter((word) => !unknown.includes(word)),
    argNames: Object.keys(args),
    isStrict: input.strict !== false && !isVariadic,
    missingArgs: missing(args, output.args),
    missingFlags: missing(input.flags, output.flags),
  };
}

function problems(state: ParserState): string[] {
  const extra = state.isStrict ? state.argv.slice(state.argNames.length) : [];
  return [
    ...state.nonExistentFlags.map((flag) => `unknown flag ${flag}`),
    ...extra.map((word) => `unexpected argument "${word}"`),
    ...state.missingArgs.map((name) => `${name.toUpperCase()} is missing`),
    ...state.missingFlags.map((name) => `--${name} is missing`),
  ];
}

/** What the parser says, in the words of the rest. */
const REWORDED: ReadonlyArray<readonly [RegExp, string]> = [
  [
    /Expected an integer greater than or equal to (-?\d+)/,
    'a whole number of $1 or more is expected',
  ],
  [/Expected an integer less than or equal to (-?\d+)/, 'a whole number of $1 at most is expected'],
  [/Expected an integer/, 'a whole number is expected'],
  [/ but received: (.*)$/, ', not "$1"'],
  [/^All of the following must be provided when using (--[\w-]+): (.*)$/, '$1 needs $2'],
  [
    /^(--[\w-]+)(?:=\S*)? cannot also be provided when using (--[\w-]+)$/,
    '$1 and $2 exclude each other',
  ],
  [/^Expected (--[\w-]+)=(.*) to be one of: (.*)$/, '$1: "$2" is none of $3'],
  [/^Expected (.*) to be one of: (.*)$/, '"$1" is none of $2'],
  [/^Flag (--[\w-]+) expects a value$/, '$1 needs a value'],
];

/** The parser's own words, without its advice and layout. */
function ownWords(error: Error): string[] {
  const text = error.message
    .replace(/\nSee more help with --help$/, '')
    .replace(/^The following errors? occurred:\s*/, '')
    .replace(/^\s*Parsing (--[\w-]+)\s+/gm, '$1: ');
  return text
    .split('\n')
    .map((line) => REWORDED.reduce((words, [said, ours]) => words.replace(said, ours), line.trim()))
    .filter((line) => line !== '');
}

/** What can be said about anything missing or unknown on a command line, all of it in one message (exit 2). */
export function usageError(found: readonly string[], commandId: string): CliError {
  return new CliError({
    code: 'usage',
    what: found.join('; '),
    next: ['esign', ...commandId.split(':'), '--help'].filter((word) => word !== '').join(' '),
    exitCode: EXIT.usage,
  });
}

/** An exit that a command asked for is no complaint. */
const isExit = (error: Error): boolean => 'code' in error && error.code === 'EEXIT';

/** The parser's complaint with all that is missing or unknown in it; anything else comes back as it is. */
export function asUsageError(error: unknown, commandId: string): unknown {
  if (!(error instanceof Error) || !('oclif' in error) || isExit(error)) return error;
  const state = parserState(error);
  const found = state ? problems(state) : [];
  return usageError(found.length > 0 ? found : ownWords(error), commandId);
}
