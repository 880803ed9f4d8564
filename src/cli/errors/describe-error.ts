import {
  AbortedError,
  ApiError,
  ConnectionError,
  EsignError,
  NotCompletedError,
  OutcomeUnknownError,
  SaveFileError,
  TimeoutError,
} from '../../client/index.ts';
import { localTime } from '../terminal/times.ts';
import type { CliErrorDetails, InputFault } from './cli-error.ts';
import { CliError } from './cli-error.ts';
import type { AnsweredCode, CliErrorCode } from './error-codes.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { fileFault } from './file-fault.ts';

export interface ErrorReport {
  readonly code: CliErrorCode | AnsweredCode;
  readonly message: string;
  readonly why: string | undefined;
  readonly hint: string | undefined;
  readonly status: number | undefined;
  readonly exitCode: number;
  readonly requestId: string | undefined;
  readonly documentId: string | undefined;
  readonly faults?: readonly InputFault[] | undefined;
}

export interface ErrorContext {
  readonly baseUrl: string | undefined;
  /** Where the key came from, if one was sent. */
  readonly keyOrigin?: string | undefined;
}

type ErrorWords = Pick<ErrorReport, 'code'> &
  Partial<Pick<ErrorReport, 'message' | 'why' | 'hint'>>;

const API_HINTS: Readonly<Record<string, string>> = {
  unauthorized: 'esign auth status',
  api_access_not_enabled: 'start or renew the API access subscription in the dashboard',
  not_found: 'esign docs list',
  insufficient_credits: 'buy credits in the dashboard, then send again',
  no_signers: 'esign signers add DOCUMENT',
  signer_limit_reached: 'esign signers list DOCUMENT',
  invalid_state: 'esign status DOCUMENT',
  file_too_large: 'make the PDF smaller: the maximum is 10 MB',
};

const LONG_WAIT_MS = 60_000;
const RATE_HINT = 'wait a moment, then run the command again';
const LATER_HINT = 'run the command again in a moment';
const PROXY_LOGIN: Pick<ErrorWords, 'why' | 'hint'> = {
  why: 'a proxy asks for a user name and password',
  hint: 'put them into HTTPS_PROXY: http://NAME:PASSWORD@HOST:PORT',
};

function outsideApi({ status, path, method }: ApiError): ErrorWords | undefined {
  if (status !== 404 || path.startsWith('/api/')) return undefined;
  return {
    code: 'not_found',
    message: `the service has nothing at ${method} ${path}`,
    why: 'paths of the API start with /api/v1',
    hint: 'esign api GET /api/v1/documents',
  };
}

function apiWords(error: ApiError, keyOrigin: string | undefined): ErrorWords {
  const outside = outsideApi(error);
  if (outside) return outside;
  const code = (error.code ?? `http_${error.status}`) as AnsweredCode;
  const hint = (API_HINTS[code] ?? statusHint(error.status))?.replace(
    / DOCUMENT$/,
    error.documentId === undefined ? '' : ` ${error.documentId}`,
  );
  if (error.status === 407) return { code, ...PROXY_LOGIN };
  if (error.status === 429) return { code, hint, ...waitOf(error) };
  if (error.status !== 401 || keyOrigin === undefined) return { code, hint };
  return { code, hint, why: `the key comes from ${keyOrigin}` };
}

/** A wait that is worth saying: longer than the client waits by itself. */
function waitOf({ retryAfterMs = 0 }: ApiError): Pick<ErrorWords, 'why' | 'hint'> {
  if (retryAfterMs <= LONG_WAIT_MS) return {};
  const when = localTime(new Date(Date.now() + retryAfterMs).toISOString());
  return { why: `it asks to wait until ${when}`, hint: 'run the command again then' };
}

function statusHint(status: number): string | undefined {
  if (status === 429) return RATE_HINT;
  if (status >= 300 && status < 400) return 'esign auth status';
  return status >= 500 ? LATER_HINT : undefined;
}

const LOCAL = /^https?:\/\/(localhost|127\.|\[::1\])/;

function refusedHint(baseUrl: string | undefined): string {
  return baseUrl !== undefined && LOCAL.test(baseUrl) ? 'esign sandbox start' : 'esign auth status';
}

const LOST: ErrorWords = {
  code: 'connection_lost',
  why: 'the connection was lost before a response arrived',
  hint: LATER_HINT,
};

const PHASES: Readonly<Record<ConnectionError['phase'], ErrorWords>> = {
  dns: {
    code: 'host_not_found',
    why: 'the host name does not exist',
    hint: 'esign auth status',
  },
  connect: { code: 'connection_failed', why: 'cannot connect' },
  tls: {
    code: 'tls_failed',
    why: "the service's certificate was rejected, or the TLS handshake failed",
    hint: 'check the address; for a private certificate authority, set NODE_EXTRA_CA_CERTS to its certificate',
  },
  proxy: {
    code: 'proxy_failed',
    why: 'the proxy refused the connection or cannot be reached',
    hint: 'check HTTPS_PROXY and NO_PROXY',
  },
  sent: LOST,
  fetch: LOST,
  answer: { code: 'answer_cut', why: 'the response was cut off', hint: LATER_HINT },
};

function connectionWords(error: ConnectionError, baseUrl: string | undefined): ErrorWords {
  const words = PHASES[error.phase];
  const isLogin = error.cause instanceof Error && /\b407\b/.test(error.cause.message);
  if (error.phase === 'proxy' && isLogin) return { ...words, ...PROXY_LOGIN };
  if (error.phase !== 'connect') return words;
  const why =
    error.causeCode === 'ECONNREFUSED' ? 'nothing is listening at that address' : words.why;
  return { code: words.code, ...(why !== undefined && { why }), hint: refusedHint(baseUrl) };
}

const SAVE_HINTS: Readonly<Record<SaveFileError['reason'], string>> = {
  exists: 'pass --force to overwrite it, or -o to name another file',
  symlink: 'name the file itself with -o',
  not_a_file: 'name another file with -o',
  unwritable: 'name a writable folder with -o',
};

const BY_NAME: Readonly<Record<string, CliErrorCode>> = {
  InvalidArgumentError: 'invalid_argument',
  ResponseShapeError: 'response_shape',
  UploadError: 'upload',
  WebhookSignatureError: 'webhook_signature',
};

/** The command that shows whether a request was applied. */
function lookAt({ operation, documentId }: EsignError): string {
  const looks: Readonly<Record<string, string>> = {
    sendDocument: `esign status ${documentId}`,
    addSigners: `esign signers list ${documentId}`,
    withdrawDocument: `esign docs timeline ${documentId}`,
    resendLink: `esign docs timeline ${documentId}`,
    resendToSigner: `esign docs timeline ${documentId}`,
  };
  return looks[operation ?? ''] ?? 'esign docs list';
}

function unknownWords(error: OutcomeUnknownError): ErrorWords {
  const why = `the service did not confirm it; ${error.hint}`;
  return { code: 'outcome_unknown', why, hint: lookAt(error) };
}

/** Possible effect of a request already written when the command was interrupted. */
const MAYBE_DONE: Readonly<Record<string, string>> = {
  createDocument: 'the document may have been created',
  addSigners: 'the signers may have been added',
  sendDocument: 'it may have been sent',
};

function interruptedWords(error: AbortedError): ErrorWords {
  const maybe = error.opened ? MAYBE_DONE[error.operation ?? ''] : undefined;
  if (maybe === undefined) return { code: 'interrupted' };
  return { code: 'interrupted', message: `interrupted: ${maybe}`, hint: lookAt(error) };
}

function clientWords(error: EsignError, { baseUrl, keyOrigin }: ErrorContext): ErrorWords {
  if (error instanceof ApiError) return apiWords(error, keyOrigin);
  if (error instanceof ConnectionError) return connectionWords(error, baseUrl);
  if (error instanceof TimeoutError) return { code: 'timeout', hint: LATER_HINT };
  if (error instanceof OutcomeUnknownError) return unknownWords(error);
  if (error instanceof SaveFileError)
    return {
      code: `file_${error.reason}`,
      why: fileFault(error.cause),
      hint: SAVE_HINTS[error.reason],
    };
  if (error instanceof NotCompletedError)
    return { code: 'not_completed', hint: `esign status ${error.documentId}` };
  if (error instanceof AbortedError) return interruptedWords(error);
  return { code: BY_NAME[error.name] ?? 'unexpected' };
}

function systemFault(error: unknown): CliErrorDetails | undefined {
  const why = fileFault(error);
  if (why === undefined || !(error instanceof Error)) return undefined;
  const path = 'path' in error ? String(error.path) : 'a file';
  return { code: 'file_unreadable', what: `${path}: ${why}`, exitCode: EXIT.usage };
}

function ownReport(details: CliErrorDetails): ErrorReport {
  const { code, what, why, next, exitCode, documentId, faults } = details;
  const none = { status: undefined, requestId: undefined };
  return { code, message: what, why, hint: next, exitCode, documentId, faults, ...none };
}

/** Describes any thrown value, without stack, key or link. */
export function describeError(error: unknown, context: ErrorContext): ErrorReport {
  if (error instanceof CliError) return ownReport({ ...error, what: error.message });
  const fault = systemFault(error);
  if (fault) return ownReport(fault);
  if (!(error instanceof EsignError)) {
    return ownReport({
      code: 'unexpected',
      what: error instanceof Error ? error.message : String(error),
      next: 'run it again with ESIGN_DEBUG=1 to see the stack trace',
      exitCode: EXIT.unexpected,
    });
  }
  const words = clientWords(error, context);
  return {
    code: words.code,
    message: words.message ?? error.message,
    why: words.why,
    hint: words.hint,
    status: error instanceof ApiError ? error.status : undefined,
    exitCode: exitCodeOf(error),
    requestId: error instanceof ApiError ? error.requestId : undefined,
    documentId: error.documentId,
  };
}
