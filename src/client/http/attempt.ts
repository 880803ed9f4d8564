import { answerError } from '../errors/answer-error.ts';
import { toError } from '../errors/failure.ts';
import { redactHeaders, redactUrl } from '../errors/redact.ts';
import type { Context } from './context.ts';
import { tell } from './hooks.ts';
import { readRefusal } from './read-body.ts';
import type { Scope } from './scope.ts';
import { openScope } from './scope.ts';
import { timeLimits } from './time-limits.ts';
import type { AnswerHeaders, TransportAnswer } from './transport.ts';

/** A request as a call makes it, before credentials and limits are added. */
export interface Call {
  readonly operation: string;
  /** True when doing it twice does nothing more than doing it once. */
  readonly safe: boolean;
  readonly method: string;
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: Uint8Array | undefined;
  readonly documentId?: string | undefined;
  /** False for links that carry their own authority: the key must not go there. */
  readonly withKey: boolean;
  /** True when `read` wants redirects too, instead of an error. */
  readonly takesRedirects?: boolean | undefined;
}

/** One try of a call: which, and within what. */
export interface Try {
  readonly call: Call;
  /** From 1. */
  readonly attempt: number;
  readonly scope: Scope;
}

function headersOf(context: Context, call: Call): Record<string, string> {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': context.userAgent,
  };
  for (const [name, value] of Object.entries(call.headers ?? {}))
    headers[name.toLowerCase()] = value;
  if (call.body) headers['content-length'] = String(call.body.byteLength);
  if (call.withKey) headers.authorization = `Bearer ${context.apiKey}`;
  return headers;
}

const isAccepted = (call: Call, status: number): boolean =>
  status >= 200 && status < (call.takesRedirects ? 400 : 300);

/** The secrets that nothing printed may hold. */
export const secretsOf = (context: Context): readonly string[] => [context.apiKey];

async function send(context: Context, one: Try, signal: AbortSignal): Promise<TransportAnswer> {
  const { call, attempt } = one;
  const headers = headersOf(context, call);
  const { operation, method, url } = call;
  const about = () => ({ operation, method, url: redactUrl(url.href), attempt });
  const shown = (some: AnswerHeaders) => redactHeaders(some, secretsOf(context));
  tell(context.hooks.onRequest, () => ({ ...about(), headers: shown(headers) }));
  const startedAt = performance.now();
  const answer = await context.transport.send({
    method: call.method,
    url: call.url,
    headers,
    body: call.body,
    ownConnection: !call.safe,
    limits: timeLimits(call.operation, call.body?.byteLength ?? 0, context.timeouts),
    signal,
  });
  const durationMs = performance.now() - startedAt;
  const { status } = answer;
  const heard = () => ({ ...about(), headers: shown(answer.headers), status, durationMs });
  tell(context.hooks.onResponse, heard);
  if (call.withKey) context.serviceTime.note(answer.headers.date, context.clock.now());
  return answer;
}

async function refuse(context: Context, one: Try, answer: TransportAnswer): Promise<never> {
  const { call, attempt } = one;
  const refusal = {
    operation: call.operation,
    documentId: call.documentId,
    method: call.method,
    path: call.url.pathname,
    status: answer.status,
    headers: answer.headers,
    body: await readRefusal(answer),
    attempts: attempt,
  };
  throw answerError(refusal, { secrets: secretsOf(context), now: context.clock.now() });
}

/**
 * One try: sends, turns any status but those accepted into its typed error, and gives a good answer to `read` within
 * the try's limits. Everything it throws is an `EsignError`.
 */
export async function attempt<T>(
  context: Context,
  one: Try,
  read: (answer: TransportAnswer, trial: Scope) => Promise<T>,
): Promise<T> {
  const { call, scope } = one;
  const { tryMs } = timeLimits(call.operation, call.body?.byteLength ?? 0, context.timeouts);
  const trial = openScope('try', tryMs, scope.signal);
  let status: number | undefined;
  try {
    const answer = await send(context, one, trial.signal);
    status = answer.status;
    if (!isAccepted(call, status)) return await refuse(context, one, answer);
    return await read(answer, trial);
  } catch (thrown) {
    const { operation, documentId, url } = call;
    const about = { operation, documentId, host: url.host, attempts: one.attempt };
    throw toError(thrown, { ...about, signal: trial.signal, status });
  } finally {
    trial.dispose();
  }
}
