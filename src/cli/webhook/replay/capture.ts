import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

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

export const capturedBody = ({ bodyBase64 }: Capture): Buffer => Buffer.from(bodyBase64, 'base64');

/** In order. The name's case does not matter. */
export function capturedHeader(
  { rawHeaders }: Pick<Capture, 'rawHeaders'>,
  name: string,
): string[] {
  const wanted = name.toLowerCase();
  return rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === wanted,
  );
}

/** Throws BadCapture if the JSON is not a capture or its body was changed. */
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

/** Throws BadCapture, also if the file was changed, or Node's error if it cannot be read. */
export async function readCapture(path: string): Promise<Capture> {
  if ((await stat(path)).size > MAX_CAPTURE_BYTES) throw new BadCapture(`${path} is too large`);
  return asCapture(parse(await readFile(path, 'utf8'), path), path);
}
