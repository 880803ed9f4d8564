import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

/** Most bytes of a capture that are read. */
const CAPTURE_BYTES = 64 * 1024 * 1024;

const Status = Type.Integer({ minimum: 100, maximum: 599 });
const Milliseconds = Type.Number({ minimum: 0 });

/** A delivery as `webhook listen --save` keeps it: what came byte for byte, and what was answered. */
export const Capture = Type.Object({
  /** ISO 8601, UTC. */
  receivedAt: Type.String({ minLength: 1 }),
  method: Type.String({ minLength: 1 }),
  /** Path and query. */
  url: Type.String({ minLength: 1 }),
  httpVersion: Type.String(),
  /** Names and values as they came, alternating. */
  rawHeaders: Type.Array(Type.String()),
  bodyBase64: Type.String({ pattern: '^[A-Za-z0-9+/]*={0,2}$' }),
  bodySha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  /** `ok` is null when nobody looked. */
  signature: Type.Union([
    Type.Object({ ok: Type.Literal(true), secretIndex: Type.Integer({ minimum: 0 }) }),
    Type.Object({ ok: Type.Literal(false), reason: Type.String() }),
    Type.Object({ ok: Type.Null() }),
  ]),
  /** The first delivery of the same run with the same bytes. */
  duplicateOf: Type.Optional(Type.Object({ number: Type.Integer(), afterMs: Type.Number() })),
  /** From the request's arrival to the answer. */
  ackMs: Milliseconds,
  response: Type.Object({ status: Status }),
  /** How an application answered to which it was handed on; null where it did not, for the reason in `error`. */
  forward: Type.Optional(
    Type.Object({
      status: Type.Union([Status, Type.Null()]),
      error: Type.Union([Type.String(), Type.Null()]),
      durationMs: Milliseconds,
      /** The beginning of its answer's body. */
      body: Type.Optional(Type.String()),
    }),
  ),
});
export type Capture = Static<typeof Capture>;

/** A file that is no capture, or no longer the one that was written. */
export class BadCapture extends Error {
  override readonly name = 'BadCapture';
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new BadCapture(`${path} is no JSON`, { cause });
  }
}

/** The exact bytes of a capture's body. */
export const capturedBody = ({ bodyBase64 }: Capture): Buffer => Buffer.from(bodyBase64, 'base64');

/** The values of a header, in order, whatever the case of its name. */
export function capturedHeader(
  { rawHeaders }: Pick<Capture, 'rawHeaders'>,
  name: string,
): string[] {
  const wanted = name.toLowerCase();
  return rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === wanted,
  );
}

/**
 * A capture out of what a file of that name holds as JSON; checks that its body is the one that came.
 * @throws {BadCapture} when it is none, or was changed
 */
export function asCapture(content: unknown, path: string): Capture {
  if (!Value.Check(Capture, content)) {
    const [first] = Value.Errors(Capture, content);
    const where = first?.instancePath || 'it';
    throw new BadCapture(`${path} is no saved delivery: ${where} ${first?.message ?? 'is wrong'}`);
  }
  const sha256 = createHash('sha256').update(capturedBody(content)).digest('hex');
  if (sha256 === content.bodySha256) return content;
  throw new BadCapture(`${path} was changed: its body has another SHA-256 than it names`);
}

/**
 * Reads a capture from a file.
 * @throws {BadCapture} when it is none, or was changed
 * @throws Node's error when the file cannot be read
 */
export async function readCapture(path: string): Promise<Capture> {
  if ((await stat(path)).size > CAPTURE_BYTES) throw new BadCapture(`${path} is too large`);
  return asCapture(parse(await readFile(path, 'utf8'), path), path);
}
