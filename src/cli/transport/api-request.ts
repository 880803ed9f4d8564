import type { Interfaces } from '@oclif/core';
import { Flags } from '@oclif/core';
import type { RawRequestOptions, RawResponse } from '../../client/index.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { misuse } from '../errors/usage-error.ts';
import { readInputFile } from '../input/read-input-file.ts';
import { queryFlag } from '../rows/query.ts';
import { harmlessJson, harmlessLines } from '../terminal/harmless.ts';
import type { Paint } from '../terminal/paint.ts';

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const STEP = '  ';

/** Colours a value, or a name if a colon follows. */
function painted(token: string, next: string | undefined, paint: Paint): string {
  if (token.startsWith('"')) return next === ':' ? paint.blue(token) : paint.green(token);
  return /^[-\d]/.test(token) ? paint.cyan(token) : paint.yellow(token);
}

const isOpening = (token: string | undefined): boolean => token === '{' || token === '[';
const isClosing = (token: string | undefined): boolean => token === '}' || token === ']';

/** Indented and coloured, controls escaped. Works on the text: numbers and names stay as sent. */
export function shownJson(json: string, paint: Paint): string {
  const tokens = harmlessJson(json).match(TOKENS) ?? [];
  let depth = 0;
  const line = (step: number) => {
    depth += step;
    return `\n${STEP.repeat(depth)}`;
  };
  const isEmpty = (at: number) => isOpening(tokens[at]) && isClosing(tokens[at + 1]);
  const bracket = (token: string, at: number): string => {
    if (isEmpty(at) || isEmpty(at - 1)) return token;
    return isOpening(token) ? `${token}${line(1)}` : `${line(-1)}${token}`;
  };
  const write = (token: string, at: number): string => {
    if (token === ':') return ': ';
    if (token === ',') return `,${line(0)}`;
    const isBracket = isOpening(token) || isClosing(token);
    return isBracket ? bracket(token, at) : painted(token, tokens[at + 1], paint);
  };
  return tokens.map(write).join('');
}

export const apiFlags = {
  field: Flags.string({
    description: 'field of the JSON body, or of the query of a GET (repeatable)',
    char: 'f',
    helpValue: 'NAME=VALUE',
    multiple: true,
    multipleNonGreedy: true,
  }),
  data: Flags.string({
    description: 'request body: text, @FILE, or - for stdin',
    char: 'd',
    helpValue: 'DATA',
  }),
  header: Flags.string({
    description: 'request header (repeatable)',
    char: 'H',
    helpValue: 'NAME: VALUE',
    multiple: true,
    multipleNonGreedy: true,
  }),
  paginate: Flags.boolean({
    description: 'read all pages of a list by GET, and merge their documents',
  }),
  query: queryFlag(),
};

export interface AskedEndpoint {
  readonly method: string;
  readonly path: string;
}

/** One word is the path of a GET; two are method and path. Throws a `CliError` (exit 2). */
export function endpointOf(first: string, path: string | undefined): AskedEndpoint {
  if (path !== undefined) return { method: first.toUpperCase(), path };
  if (first.startsWith('/')) return { method: 'GET', path: first };
  throw wrong('PATH is missing; a path starts with /');
}

/** Throws a `CliError` (exit 2): after a change, a failure must not read as "nothing was sent". */
export function assertReads(method: string, { paginate, query }: ApiFlags): void {
  if (method === 'GET') return;
  if (paginate) throw wrong('--paginate works with GET only');
  if (query) throw wrong('--query works with GET only; use --json and jq');
}

type ApiFlags = Partial<Interfaces.InferredFlags<typeof apiFlags>>;

const wrong = (what: string) => misuse(what, 'esign api --help');

/** Parses numbers, true, false, null, arrays and objects as JSON; keeps any other text. */
function typed(text: string): unknown {
  if (!/^(-?\d|true$|false$|null$|[[{])/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Parses `name=value` pairs. Throws a `CliError` (exit 2). */
export function parseFields(fields: readonly string[]): Record<string, unknown> {
  const entries = fields.map((field) => {
    const at = field.indexOf('=');
    if (at < 1) throw wrong(`"${field}" is not in the form name=value`);
    return [field.slice(0, at), typed(field.slice(at + 1))] as const;
  });
  return Object.fromEntries(entries);
}

/** Parses `Name: value` headers. Throws a `CliError` (exit 2). */
export function parseHeaders(headers: readonly string[]): Record<string, string> {
  const entries = headers.map((header) => {
    const at = header.indexOf(':');
    if (at < 1) throw wrong(`"${header}" is not in the form "Name: value"`);
    return [header.slice(0, at).trim(), header.slice(at + 1).trim()] as const;
  });
  return Object.fromEntries(entries);
}

async function readData(data: string): Promise<Uint8Array | string> {
  if (data === '-') return readInputFile('-', 'the body');
  return data.startsWith('@') ? readInputFile(data.slice(1), 'the body') : data;
}

const isJsonText = (data: Uint8Array | string): boolean => {
  try {
    JSON.parse(Buffer.from(data).toString('utf8'));
    return true;
  } catch {
    return false;
  }
};

/** Fields are the query of a GET, else the JSON body. Throws a `CliError` (exit 2). */
export async function apiRequest(
  method: string,
  { field = [], data, header = [] }: ApiFlags,
): Promise<RawRequestOptions> {
  const headers = parseHeaders(header);
  if (data !== undefined) {
    if (field.length > 0) throw wrong('--data and --field cannot be used together');
    const body = await readData(data);
    const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
    const isJson = !hasType && isJsonText(body);
    return { headers: isJson ? { 'content-type': 'application/json', ...headers } : headers, body };
  }
  if (field.length === 0) return { headers };
  const fields = parseFields(field);
  if (method.toUpperCase() !== 'GET') return { headers, body: fields };
  const query = Object.entries(fields).map(([name, value]) => [name, String(value)]);
  return { headers, query: Object.fromEntries(query) };
}

/** The output of `api --json`: JSON bodies are parsed, others are base64. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: RawResponse['headers'];
  readonly body: unknown;
}

export function apiResponse({ status, headers, body }: RawResponse): ApiResponse {
  const isJson = /json/.test(headers['content-type'] ?? '') && isJsonText(body);
  const content = isJson ? JSON.parse(body.toString('utf8')) : { base64: body.toString('base64') };
  return { status, headers, body: body.length === 0 ? null : content };
}

const TEXT = /^text\/|json|xml/;

/** For a terminal: control characters are escaped, and JSON is indented and coloured. */
function shownBody(body: Uint8Array, type: string, paint: Paint): string {
  const text = Buffer.from(body).toString('utf8').replaceAll('\r\n', '\n');
  return /json/.test(type) && isJsonText(body) ? shownJson(text, paint) : harmlessLines(text);
}

/** Writes the body, to a terminal as `shownBody`. Throws a `CliError` (exit 2) for binary there. */
export function writeResponse(
  { body, headers }: Pick<RawResponse, 'body' | 'headers'>,
  stdout: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
  paint: Paint,
): void {
  const type = headers['content-type'] ?? '';
  if (stdout.isTTY && !TEXT.test(type) && body.length > 0) {
    throw new CliError({
      code: 'binary_to_terminal',
      what: `the response is ${type || 'of unknown type'}, which is not written to a terminal`,
      next: 'pipe it, or redirect it to a file',
      exitCode: EXIT.usage,
    });
  }
  stdout.write(stdout.isTTY ? `${shownBody(body, type, paint)}\n` : body);
}
