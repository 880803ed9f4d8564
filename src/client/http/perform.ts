import { apiErrorFrom } from '../errors/api-error.ts';
import type { FailedAttempt } from '../errors/call-errors.ts';
import { stopError, toError } from '../errors/call-errors.ts';
import { EsignError } from '../errors/esign-error.ts';
import { originOnly, redactHeaders, redactRequestUrl } from '../errors/redact.ts';
import { decideRetry } from '../recovery/retrying.ts';
import { timeLimits } from './context.ts';
import { emit } from './hooks.ts';
import { readErrorBody } from './read-response.ts';
import type { CallContext, Outcome, Scope } from './run-call.ts';
import { openScope } from './run-call.ts';
import type { AnswerHeaders, TransportAnswer } from './transport.ts';

/** One request of a call, before credentials and limits are added. */
export interface Call {
  readonly operation: string;
  /** True if repeating the request has no further effect. */
  readonly safe: boolean;
  readonly method: string;
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: Uint8Array | undefined;
  readonly documentId?: string | undefined;
  /** False for download links, which themselves grant access: they must not get the key. */
  readonly withKey: boolean;
  /** True if the reader handles redirects; otherwise they are errors. */
  readonly takesRedirects?: boolean | undefined;
}

/** Reads a response within the limits of its attempt, whose scope it may hold. */
export type Reader<T> = (response: TransportAnswer, scope: Scope) => Promise<T>;

interface RequestAttempt {
  readonly call: Call;
  /** From 1. */
  readonly attempt: number;
}

function headersOf(context: CallContext, call: Call): Record<string, string> {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': context.userAgent,
  };
  const given = { ...(call.withKey && context.headers), ...call.headers };
  for (const [name, value] of Object.entries(given)) headers[name.toLowerCase()] = value;
  if (call.body) headers['content-length'] = String(call.body.byteLength);
  if (call.withKey) headers.authorization = `Bearer ${context.apiKey}`;
  return headers;
}

const limitsOf = ({ timeouts }: CallContext, { operation, body }: Call) =>
  timeLimits(timeouts, operation, body?.byteLength);

/** A download link grants access by its path or query, so both are hidden. */
const shownUrl = ({ url, withKey }: Call): string =>
  withKey ? redactRequestUrl(url) : originOnly(url.href);

/** A download link may redirect to another one, so `location` is hidden. */
function shownHeaders({ withKey }: Call, headers: AnswerHeaders, apiKey: string): AnswerHeaders {
  const safe = redactHeaders(headers, [apiKey]);
  return withKey || safe.location === undefined ? safe : { ...safe, location: '[hidden]' };
}

async function send(
  context: CallContext,
  { call, attempt }: RequestAttempt,
  signal: AbortSignal,
): Promise<TransportAnswer> {
  const { operation, method, url, body } = call;
  const { hooks, clock, apiKey } = context;
  const headers = headersOf(context, call);
  const event = (shown: AnswerHeaders) => {
    const safe = { url: shownUrl(call), headers: shownHeaders(call, shown, apiKey) };
    return { operation, method, attempt, ...safe };
  };
  emit(hooks.onRequest, () => event(headers));
  const startedAt = performance.now();
  const limits = limitsOf(context, call);
  const request = { method, url, headers, body, ownConnection: !call.safe, limits, signal };
  const response = await context.transport.send(request);
  const { status } = response;
  const durationMs = performance.now() - startedAt;
  emit(hooks.onResponse, () => ({ ...event(response.headers), status, durationMs }));
  if (call.withKey) context.serviceTime.note(response.headers.date, clock.now());
  return response;
}

async function errorFrom(
  context: CallContext,
  { call, attempt }: RequestAttempt,
  response: TransportAnswer,
): Promise<EsignError> {
  const { operation, documentId, method, url } = call;
  const { status, headers } = response;
  const body = await readErrorBody(response);
  const path = call.withKey ? url.pathname : '/…';
  const request = { operation, documentId, method, path, attempts: attempt };
  const { apiKey, clock } = context;
  return apiErrorFrom({ ...request, status, headers, body }, { apiKey, now: clock.now() });
}

const isAccepted = (call: Call, status: number): boolean =>
  status >= 200 && status < (call.takesRedirects ? 400 : 300);

const failureOf = ({ call, attempt }: RequestAttempt): Omit<FailedAttempt, 'signal'> => {
  const { operation, documentId, url } = call;
  return { operation, documentId, subject: url.host, attempts: attempt };
};

/** Sends the request once. Unaccepted statuses are errors, and every error is an `EsignError`. */
async function attemptOnce<T>(
  context: CallContext,
  one: RequestAttempt,
  read: Reader<T>,
): Promise<{ readonly data: T; readonly response: TransportAnswer }> {
  const { tryMs } = limitsOf(context, one.call);
  const scope = openScope('try', tryMs, context.scope.signal);
  const { signal } = scope;
  let status: number | undefined;
  try {
    const response = await send(context, one, signal);
    status = response.status;
    if (!isAccepted(one.call, status)) throw await errorFrom(context, one, response);
    return { data: await read(response, scope), response };
  } catch (thrown) {
    throw toError(thrown, { ...failureOf(one), signal, status });
  } finally {
    scope.dispose();
  }
}

/** Waits within the call's scope. Throws `AbortedError` or `TimeoutError` if that ends first. */
export async function pause(
  { clock, scope }: CallContext,
  ms: number,
  about: Omit<FailedAttempt, 'signal'>,
): Promise<void> {
  const { signal } = scope;
  try {
    await clock.sleep(ms, signal);
  } catch (thrown) {
    throw signal.aborted
      ? stopError({ ...about, signal }, false)
      : toError(thrown, { ...about, signal });
  }
}

/** Waits for the next attempt if one is allowed; otherwise throws the last error. */
export async function retryOrThrow(
  context: CallContext,
  failed: RequestAttempt,
  error: unknown,
): Promise<void> {
  if (!(error instanceof EsignError)) throw error;
  const { maxRetries, maxRetryAfterMs, clock, budget, scope } = context;
  const { call, attempt } = failed;
  const { safe, operation } = call;
  const random = clock.random();
  const decision = decideRetry({ error, safe, attempt, maxRetries, maxRetryAfterMs, random });
  if (!decision.again || Date.now() + decision.afterMs >= scope.endsAt) throw error;
  if (!budget.spend(decision.cost)) throw error;
  const { afterMs } = decision;
  emit(context.hooks.onRetry, () => ({ operation, attempt, afterMs, error }));
  await pause(context, afterMs, failureOf(failed));
}

/** Repeats the request while safe or certainly not applied. Throws the last attempt's error. */
export async function perform<T>(
  context: CallContext,
  call: Call,
  read: Reader<T>,
): Promise<Outcome<T>> {
  const startedAt = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { data, response } = await attemptOnce(context, { call, attempt }, read);
      context.budget.refill();
      const { status, headers } = response;
      const info = {
        status,
        headers,
        requestId: headers['x-request-id'],
        attempts: attempt,
        durationMs: performance.now() - startedAt,
        reconciled: false,
      };
      return { data, response: info };
    } catch (error) {
      await retryOrThrow(context, { call, attempt }, error);
    }
  }
}
