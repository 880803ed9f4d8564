import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

const MAX_CAPTURE_BYTES = 64 * 1024 * 1024;

const Status = Type.Integer({ minimum: 100, maximum: 599 });
const Milliseconds = Type.Number({ minimum: 0 });

/** A delivery as `webhook listen --save` keeps it: the exact request, and the response. */
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
  /** `ok` is null when it was not verified. */
  signature: Type.Union([
    Type.Object({
      ok: Type.Literal(true),
      secretIndex: Type.Integer({ minimum: 0 }),
      /** The fingerprint of the secret that it was signed with; earlier releases kept none. */
      secret: Type.Optional(Type.String({ pattern: '^sha256:[0-9a-f]{8}$' })),
    }),
    Type.Object({ ok: Type.Literal(false), reason: Type.String() }),
    Type.Object({ ok: Type.Null() }),
  ]),
  /** The first delivery of the same run with the same bytes. */
  duplicateOf: Type.Optional(Type.Object({ number: Type.Integer(), afterMs: Type.Number() })),
  /** From arrival to response. */
  ackMs: Milliseconds,
  response: Type.Object({ status: Status }),
  /** The response of the application it was forwarded to; null when there was none, and `error` says why. */
  forward: Type.Optional(
    Type.Object({
      status: Type.Union([Status, Type.Null()]),
      error: Type.Union([Type.String(), Type.Null()]),
      durationMs: Milliseconds,
      /** The beginning of the response's body. */
      body: Type.Optional(Type.String()),
    }),
  ),
});
export type Capture = Static<typeof Capture>;

/** A file that is not a capture, or was changed since. */
export class BadCapture extends Error {
  override readonly name = 'BadCapture';
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new BadCapture(`${path} is not JSON`, { cause });
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
 * Checks that parsed JSON is a capture, and that its body is the one that arrived.
 * @throws {BadCapture} when it is not, or was changed
 */
export function asCapture(content: unknown, path: string): Capture {
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

/**
 * Reads a capture from a file.
 * @throws {BadCapture} when it is not one, or was changed
 * @throws Node's error when the file cannot be read
 */
export async function readCapture(path: string): Promise<Capture> {
  if ((await stat(path)).size > MAX_CAPTURE_BYTES) throw new BadCapture(`${path} is too large`);
  return asCapture(parse(await readFile(path, 'utf8'), path), path);
}
