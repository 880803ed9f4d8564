import type { Guard } from './answer-shape.ts';
import type { Call } from './attempt.ts';
import { ResponseShapeError } from './call-errors.ts';
import type { Reader } from './perform.ts';
import { LARGEST_ANSWER, readBody } from './read-body.ts';
import { redactText } from './redact.ts';

/** What is read, and what must not show in its error. */
export interface Expected<T> {
  readonly call: Call;
  readonly guard: Guard<T>;
  readonly secrets: readonly string[];
}

function parse(text: string): { readonly ok: boolean; readonly value?: unknown } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

/** Reads a JSON answer and checks its shape. The reader throws `ResponseShapeError`, the body's links and keys removed. */
export function jsonReader<T>({ call, guard, secrets }: Expected<T>): Reader<T> {
  return async (answer) => {
    const { bytes, whole } = await readBody(answer, LARGEST_ANSWER);
    const text = bytes.toString('utf8');
    const wrong = (message: string) =>
      new ResponseShapeError(`${call.url.host} answered ${answer.status}, but ${message}`, {
        operation: call.operation,
        documentId: call.documentId,
        status: answer.status,
        rawBody: redactText(text.slice(0, LARGEST_EXCERPT), secrets),
      });
    if (!whole) throw wrong(`with more than ${LARGEST_ANSWER} bytes`);
    const parsed = parse(text);
    if (!parsed.ok) throw wrong('with something that is no JSON');
    if (!guard(parsed.value)) throw wrong('without the fields that the API promises');
    return parsed.value;
  };
}

/** More than an error shows, so that a secret across the cut is still recognised. */
const LARGEST_EXCERPT = 16_384;
