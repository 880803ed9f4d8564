import type { EsignError } from '../../client/index.ts';
import {
  AbortedError,
  ApiError,
  ConnectionError,
  InvalidArgumentError,
  NotCompletedError,
  OutcomeUnknownError,
  ResponseShapeError,
  SaveFileError,
  TimeoutError,
  UploadError,
  WebhookSignatureError,
} from '../../client/index.ts';
import { CliError } from './cli-error.ts';
/** Exit codes; scripts rely on them. */
export const EXIT = {
  done: 0,
  unexpected: 1,
  /** The command line or the input is invalid; nothing was sent. */
  usage: 2,
  refused: 3,
  noAccess: 4,
  notFound: 5,
  wrongState: 6,
  noCredits: 7,
  stillWaiting: 8,
  unreachable: 9,
  notVerified: 10,
  outcomeUnknown: 11,
  rowsNotDone: 12,
  /** The document was declined or withdrawn, or expired: it cannot be completed. */
  ended: 13,
  /** For `serve`: the configuration is refused. */
  configRefused: 78,
  interrupted: 130,
  terminated: 143,
} as const;

const BY_STATUS: Readonly<Record<number, number>> = {
  400: EXIT.refused,
  401: EXIT.noAccess,
  402: EXIT.noCredits,
  403: EXIT.noAccess,
  404: EXIT.notFound,
  407: EXIT.unreachable,
  408: EXIT.unreachable,
  409: EXIT.wrongState,
  413: EXIT.refused,
  429: EXIT.unreachable,
};

type ErrorClass = abstract new (...args: never[]) => EsignError;

const BY_CLASS: ReadonlyArray<readonly [ErrorClass, number]> = [
  [OutcomeUnknownError, EXIT.outcomeUnknown],
  [ConnectionError, EXIT.unreachable],
  [TimeoutError, EXIT.unreachable],
  [ResponseShapeError, EXIT.unreachable],
  [WebhookSignatureError, EXIT.notVerified],
  [NotCompletedError, EXIT.wrongState],
  [AbortedError, EXIT.interrupted],
  [UploadError, EXIT.usage],
  [SaveFileError, EXIT.usage],
  [InvalidArgumentError, EXIT.usage],
];

/** A redirect counts as an unreachable service. */
export function exitCodeOfStatus(status: number): number {
  const known = BY_STATUS[status];
  if (known !== undefined) return known;
  return status >= 400 && status < 500 ? EXIT.refused : EXIT.unreachable;
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof CliError) return error.exitCode;
  if (error instanceof ApiError) return exitCodeOfStatus(error.status);
  const row = BY_CLASS.find(([type]) => error instanceof type);
  return row ? row[1] : EXIT.unexpected;
}

/** Worst first: failures that must be noticed, then missing access or time, then bad input. */
const FROM_WORST: readonly number[] = [
  EXIT.unexpected,
  EXIT.notVerified,
  EXIT.outcomeUnknown,
  EXIT.noAccess,
  EXIT.noCredits,
  EXIT.unreachable,
  EXIT.refused,
  EXIT.wrongState,
  EXIT.ended,
  EXIT.notFound,
  EXIT.rowsNotDone,
  EXIT.usage,
  EXIT.stillWaiting,
  EXIT.done,
];

export function worstCode(codes: readonly number[]): number {
  const unknown = codes.find((code) => !FROM_WORST.includes(code));
  return unknown ?? FROM_WORST.find((code) => codes.includes(code)) ?? EXIT.done;
}
