import { nearestWord } from '../../client/options/edit-distance.ts';
import { isRecord } from '../../contract/is-record.ts';
import { codeOf } from '../../locks/error-code.ts';
import type { InputFault } from './cli-error.ts';
import { CliError } from './cli-error.ts';
import type { CliErrorCode } from './error-codes.ts';
import { EXIT } from './exit-codes.ts';

interface ParserState {
  readonly nonExistentFlags: readonly string[];
  readonly flagNames: readonly string[];
  readonly argv: readonly string[];
  readonly argNames: readonly string[];
  readonly isStrict: boolean;
  readonly missingArgs: readonly string[];
  readonly missingFlags: readonly string[];
}

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
    flagNames: Object.keys(record(input.flags)),
    argv: strings(output.argv).filter((word) => !unknown.includes(word)),
    argNames: Object.keys(args),
    isStrict: input.strict !== false && !isVariadic,
    missingArgs: missing(args, output.args),
    missingFlags: missing(input.flags, output.flags),
  };
}

const MOST_EDITS = 2;

function unknownFlag(flag: string, known: readonly string[]): string {
  if (/^-[^-].*\.\w+$/.test(flag)) return `${flag} is read as a flag; for a file, use ./${flag}`;
  const [, name] = /^--([^=]{3,})/.exec(flag) ?? [];
  const near = name === undefined ? undefined : nearestWord(name, known, MOST_EDITS);
  return `unknown flag ${flag}${near === undefined ? '' : `; did you mean --${near}?`}`;
}

function problems(state: ParserState): string[] {
  const extra = state.isStrict ? state.argv.slice(state.argNames.length) : [];
  return [
    ...state.nonExistentFlags.map((flag) => unknownFlag(flag, state.flagNames)),
    ...extra.map((word) => `unexpected argument "${word}"`),
    ...state.missingArgs.map((name) => `${name.toUpperCase()} is missing`),
    ...state.missingFlags.map((name) => `--${name} is missing`),
  ];
}

const REWORDED: ReadonlyArray<readonly [RegExp, string]> = [
  [
    /Expected an integer greater than or equal to (-?\d+)/,
    'expected a whole number of at least $1',
  ],
  [/Expected an integer less than or equal to (-?\d+)/, 'expected a whole number of at most $1'],
  [/Expected an integer/, 'expected a whole number'],
  [/ but received: (.*)$/, ', not "$1"'],
  [/^All of the following must be provided when using (--[\w-]+): (.*)$/, '$1 requires $2'],
  [
    /^(--[\w-]+)(?:=\S*)? cannot also be provided when using (--[\w-]+)$/,
    '$1 and $2 cannot be used together',
  ],
  [/^Expected (--[\w-]+)=(.*) to be one of: (.*)$/, '$1: "$2" is not one of $3'],
  [/^Expected (.*) to be one of: (.*)$/, '"$1" is not one of $2'],
  [/^Flag (--[\w-]+) expects a value$/, '$1 requires a value'],
];

/** The parser's messages, without its advice and layout. */
function parserMessages(error: Error): string[] {
  const text = error.message
    .replace(/\nSee more help with --help$/, '')
    .replace(/^The following errors? occurred:\s*/, '')
    .replace(/^\s*Parsing (--[\w-]+)\s+/gm, '$1: ');
  return text
    .split('\n')
    .map((line) => REWORDED.reduce((words, [said, ours]) => words.replace(said, ours), line.trim()))
    .filter((line) => line !== '');
}

/** Exit 2. */
export const misuse = (what: string, next?: string, why?: string): CliError =>
  new CliError({ code: 'usage', what, why, next, exitCode: EXIT.usage });

/** Joins all problems into one error (exit 2). */
export function usageError(found: readonly string[], commandId: string): CliError {
  const help = ['esign', ...commandId.split(':'), '--help'].filter((word) => word !== '');
  return misuse(found.join('; '), help.join(' '));
}

const REFUSED_VALUE = /^Parsing (--[\w-]+) \n\t(.*)\nSee more help with --help$/s;

/** Converts a parser error into a `CliError` listing every problem; returns others unchanged. */
export function asUsageError(error: unknown, commandId: string): unknown {
  if (error instanceof CliError) {
    // oclif wraps the message of any error that a flag throws
    error.message = error.message.replace(REFUSED_VALUE, '$1: $2');
    return error;
  }
  if (!(error instanceof Error) || !('oclif' in error) || codeOf(error) === 'EEXIT') return error;
  const state = parserState(error);
  const found = state ? problems(state) : [];
  return usageError(found.length > 0 ? found : parserMessages(error), commandId);
}

const SHOWN_VALUE = 60;

const shortened = (value: string): string =>
  value.length > SHOWN_VALUE ? `${value.slice(0, SHOWN_VALUE)}…` : value;

/** Such as `row 5, line 6, signer1_phone "12"`; empty for the whole file. */
export function faultPlace({ row, line, column, value }: InputFault): string {
  const parts = [
    row !== undefined && `row ${row}`,
    line !== undefined && `line ${line}`,
    column !== undefined && `${column}${value === undefined ? '' : ` "${shortened(value)}"`}`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}

const byLine = (one: InputFault, other: InputFault): number => (one.line ?? 0) - (other.line ?? 0);

function summary(path: string, faults: readonly InputFault[]): string {
  const [only, other] = faults;
  if (!only || other) return `${path} has ${faults.length} faults`;
  return `${[path, faultPlace(only)].filter((part) => part !== '').join(', ')}: ${only.problem}`;
}

/** Joins all faults of a file, sorted by line, into one error (exit 2). */
export function faultyInput(details: {
  readonly code: CliErrorCode;
  readonly path: string;
  readonly faults: readonly InputFault[];
  readonly next: string;
}): CliError {
  const { code, path, next } = details;
  const faults = [...details.faults].sort(byLine);
  const what = `${summary(path, faults)}; nothing was sent`;
  return new CliError({ code, what, faults, next, exitCode: EXIT.usage });
}
