import { ResponseShapeError } from '../errors/call-errors.ts';
import { EsignError } from '../errors/esign-error.ts';
import { toError } from '../errors/failure.ts';
import type { Call } from './attempt.ts';
import type { Context } from './context.ts';
import type { Outcome, Reader } from './perform.ts';
import { perform } from './perform.ts';
import type { Scope } from './scope.ts';
import type { AnswerHeaders, TransportAnswer } from './transport.ts';

/** An answer whose body is still to come. */
export interface OpenBody {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Throws the errors of a call. */
  readonly body: AsyncIterable<Uint8Array>;
  discard(): void;
}

/** A call whose body is handed on, and the scope that outlives its headers. */
export interface Opening {
  readonly call: Call;
  readonly scope: Scope;
}

/** Redirects followed on the way to a file. */
const MOST_REDIRECTS = 5;

interface Held {
  readonly answer: TransportAnswer;
  readonly about: Parameters<typeof toError>[1];
  readonly release: () => void;
}

async function* readHeld({ answer, about, release }: Held): AsyncGenerator<Uint8Array> {
  try {
    yield* answer.body;
  } catch (thrown) {
    throw toError(thrown, about);
  } finally {
    release();
  }
}

function hold(call: Call, answer: TransportAnswer, trial: Scope): OpenBody {
  const release = trial.hold();
  const { operation, documentId, url } = call;
  const { status, headers } = answer;
  const { signal } = trial;
  const about = { operation, documentId, host: url.host, attempts: 1, signal, status };
  const discard = () => {
    answer.discard();
    release();
  };
  return { status, headers, body: readHeld({ answer, about, release }), discard };
}

/** Where a redirect leads; the status is the redirect's. */
function nextUrl(call: Call, location: string | undefined, status: number): URL {
  const wrong = (message: string) => {
    const { operation, documentId } = call;
    return new ResponseShapeError(message, { operation, documentId, status });
  };
  if (location === undefined || !URL.canParse(location, call.url.href))
    throw wrong('the link redirects to nowhere');
  const next = new URL(location, call.url);
  if (next.protocol !== 'https:' && next.protocol !== 'http:')
    throw wrong('the link redirects to something that is no http(s) address');
  if (call.url.protocol === 'https:' && next.protocol === 'http:')
    throw wrong('the link redirects to an address without encryption');
  return next;
}

/** The body of an answer; undefined of a redirect. */
const bodyReader =
  (call: Call): Reader<OpenBody | undefined> =>
  async (answer, trial) => {
    if (answer.status < 300) return hold(call, answer, trial);
    answer.discard();
    return undefined;
  };

/** Opens a body, following redirects where the call takes them (5 at most). Throws the errors of a call. */
export async function openBody(
  context: Context,
  { call, scope }: Opening,
): Promise<Outcome<OpenBody>> {
  let current = call;
  for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
    const one = { call: current, scope };
    const { data, response } = await perform(context, one, bodyReader(current));
    if (data) return { data, response };
    const url = nextUrl(current, response.headers.location, response.status);
    current = { ...call, url };
  }
  const { operation, documentId } = call;
  throw new EsignError(`more than ${MOST_REDIRECTS} redirects`, { operation, documentId });
}
