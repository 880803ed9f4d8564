import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { CliError } from '../../errors/cli-error.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import { harmless } from '../../terminal/harmless.ts';
import { headerPairs, parsePayload } from '../raw-delivery.ts';

const MAX_CAPTURE_BYTES = 64 * 1024 * 1024;

const Status = Type.Integer({ minimum: 100, maximum: 599 });
const Milliseconds = Type.Number({ minimum: 0 });

/** A delivery as saved by `webhook listen --save`: the exact request, and the response. */
export const Capture = Type.Object({
  /** ISO 8601, UTC. */
  receivedAt: Type.String({ minLength: 1 }),
  method: Type.String({ minLength: 1 }),
  /** Path and query. */
  url: Type.String({ minLength: 1 }),
  httpVersion: Type.String(),
  /** Names and values as they arrived, alternating. */
  rawHeaders: Type.Array(Type.String()),
  bodyBase64: Type.String({ pattern: '^[A-Za-z0-9+/]*={0,2}$' }),
  bodySha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  /** `ok` is null if it was not verified. */
  signature: Type.Union([
    Type.Object({
      ok: Type.Literal(true),
      secretIndex: Type.Integer({ minimum: 0 }),
      /** The secret's fingerprint. Earlier releases kept none. */
      secret: Type.Optional(Type.String({ pattern: '^sha256:[0-9a-f]{8}$' })),
    }),
    Type.Object({ ok: Type.Literal(false), reason: Type.String() }),
    Type.Object({ ok: Type.Null() }),
  ]),
  /** The first delivery of the run with the same bytes. */
  duplicateOf: Type.Optional(Type.Object({ number: Type.Integer(), afterMs: Type.Number() })),
  /** From arrival to response. */
  ackMs: Milliseconds,
  response: Type.Object({ status: Status }),
  /** The application's response. If there was none, `status` is null and `error` says why. */
  forward: Type.Optional(
    Type.Object({
      status: Type.Union([Status, Type.Null()]),
      error: Type.Union([Type.String(), Type.Null()]),
      durationMs: Milliseconds,
      /** Start of the response's body. */
      body: Type.Optional(Type.String()),
    }),
  ),
});
export type Capture = Static<typeof Capture>;

/** A file that is not a capture, or was changed since (exit 2). */
export class BadCapture extends CliError {
  constructor(message: string) {
    const why = 'esign webhook listen --save DIR saves deliveries';
    super({ code: 'bad_capture', what: harmless(message), why, exitCode: EXIT.usage });
  }
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadCapture(`${path} is not JSON`);
  }
}

export const capturedBody = ({ bodyBase64 }: Capture): Buffer => Buffer.from(bodyBase64, 'base64');

/** In order. The name's case does not matter. */
export function capturedHeader(
  { rawHeaders }: Pick<Capture, 'rawHeaders'>,
  name: string,
): string[] {
  const named = headerPairs(rawHeaders).filter(({ key }) => key === name.toLowerCase());
  return named.map(({ value }) => value);
}

/** Throws BadCapture if the JSON is not a capture or its body was changed. */
function asCapture(content: unknown, path: string): Capture {
  if (!Value.Check(Capture, content)) {
    const [first] = Value.Errors(Capture, content);
    const where = first?.instancePath || 'it';
    throw new BadCapture(
      `${path} is not a saved delivery: ${where} ${first?.message ?? 'is wrong'}`,
    );
  }
  const sha256 = createHash('sha256').update(capturedBody(content)).digest('hex');
  if (sha256 === content.bodySha256) return content;
  throw new BadCapture(`${path} was changed: its body has another SHA-256 than it names`);
}

/** Throws BadCapture, also if the file was changed, or Node's error if it cannot be read. */
export async function readCapture(path: string): Promise<Capture> {
  if ((await stat(path)).size > MAX_CAPTURE_BYTES) throw new BadCapture(`${path} is too large`);
  return asCapture(parse(await readFile(path, 'utf8'), path), path);
}

const MAX_NEIGHBOURS = 500;

export interface SavedDelivery {
  readonly name: string;
  readonly body: Buffer;
  /** Undefined for a bare body. */
  readonly capture: Capture | undefined;
}

/** Every capture has these fields, and no event does. */
const isCaptureLike = (content: unknown): boolean =>
  content instanceof Object && 'rawHeaders' in content && 'bodyBase64' in content;

const ofCapture = (capture: Capture, name: string): SavedDelivery => {
  return { name, body: capturedBody(capture), capture };
};

/** Reads a capture, or else a bare body. Throws BadCapture for a damaged capture. */
export function savedDelivery(content: Buffer, name: string): SavedDelivery {
  const parsed = parsePayload(content);
  if (!isCaptureLike(parsed)) return { name, body: content, capture: undefined };
  return ofCapture(asCapture(parsed, name), name);
}

/** In order of names. Skips other files and damaged ones. */
async function savedIn(folder: string, most: number): Promise<SavedDelivery[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const found: SavedDelivery[] = [];
  for (const name of names.slice(-most)) {
    try {
      const path = join(folder, name);
      found.push(ofCapture(await readCapture(path), path));
    } catch (error) {
      if (!(error instanceof BadCapture)) throw error;
    }
  }
  return found;
}

/** Other saved deliveries in the folder; none if it cannot be read. */
export async function neighbours(path: string): Promise<SavedDelivery[]> {
  const found = await savedIn(dirname(path), MAX_NEIGHBOURS).catch(() => []);
  return found.filter(({ name }) => basename(name) !== basename(path));
}

async function load(path: string): Promise<SavedDelivery[]> {
  if ((await stat(path)).isDirectory()) {
    const found = await savedIn(path, Number.POSITIVE_INFINITY);
    if (found.length > 0) return found;
    throw new BadCapture(`${path} holds no saved delivery`);
  }
  return [savedDelivery(await readFile(path), path)];
}

const arrival = ({ name, capture }: SavedDelivery): string =>
  `${capture?.receivedAt ?? '\uffff'} ${capture ? name : ''}`;

/**
 * In order of arrival, bare bodies last. Throws BadCapture for a damaged file or a folder without
 * deliveries, or Node's error if a path cannot be read.
 */
export async function loadDeliveries(paths: readonly string[]): Promise<SavedDelivery[]> {
  const found: SavedDelivery[] = [];
  for (const path of paths) found.push(...(await load(path)));
  const compare = (one: string, other: string): number => Number(one > other) - Number(one < other);
  return found.sort((one, other) => compare(arrival(one), arrival(other)));
}
