import type { RawRequestOptions, RawResponse } from '../../client/index.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { readInputFile } from '../input/read-input-file.ts';

/** What the flags of `api` say. */
export interface ApiFlags {
  readonly field?: readonly string[] | undefined;
  readonly data?: string | undefined;
  readonly header?: readonly string[] | undefined;
}

function wrong(what: string): CliError {
  return new CliError({ code: 'usage', what, next: 'esign api --help', exitCode: EXIT.usage });
}

/** A value as typed: JSON where it is a number, true, false, null, a list or an object; text otherwise. */
function typed(text: string): unknown {
  if (!/^(-?\d|true$|false$|null$|[[{])/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** `name=value` pairs; the first `=` parts them. Throws a `CliError` (exit 2). */
export function parseFields(fields: readonly string[]): Record<string, unknown> {
  const entries = fields.map((field) => {
    const at = field.indexOf('=');
    if (at < 1) throw wrong(`"${field}" is not of the form name=value`);
    return [field.slice(0, at), typed(field.slice(at + 1))] as const;
  });
  return Object.fromEntries(entries);
}

/** `Name: value` headers. Throws a `CliError` (exit 2). */
export function parseHeaders(headers: readonly string[]): Record<string, string> {
  const entries = headers.map((header) => {
    const at = header.indexOf(':');
    if (at < 1) throw wrong(`"${header}" is not of the form "Name: value"`);
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

/**
 * The request that the flags describe: fields become the query of a GET and the JSON body of anything else; data that is
 * JSON is sent as such. Throws a `CliError` (exit 2).
 */
export async function apiRequest(
  method: string,
  { field = [], data, header = [] }: ApiFlags,
): Promise<RawRequestOptions> {
  const headers = parseHeaders(header);
  if (data !== undefined) {
    if (field.length > 0) throw wrong('--data and --field cannot both make the body');
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

/** What `api --json` prints: the body parsed where it is JSON, as base64 otherwise. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: RawResponse['headers'];
  readonly body: unknown;
}

/** An answer for `--json`. */
export function apiAnswer({ status, headers, body }: RawResponse): ApiAnswer {
  const isJson = /json/.test(headers['content-type'] ?? '') && isJsonText(body);
  const content = isJson ? JSON.parse(body.toString('utf8')) : { base64: body.toString('base64') };
  return { status, headers, body: body.length === 0 ? null : content };
}
