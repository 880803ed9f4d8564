import {
  AbortedError,
  ApiError,
  ConnectionError,
  EsignError,
  OutcomeUnknownError,
  RateLimitError,
  ResponseShapeError,
  TimeoutError,
} from '../../../client/index.ts';
import { CliError } from '../../errors/cli-error.ts';
import { describeError } from '../../errors/describe-error.ts';
import type { Phase } from '../journal/journal-entry.ts';

/** Why a run takes no further rows: each of them would end the same way. */
export type StopReason = 'interrupted' | 'no_credits' | 'no_access' | 'unreachable';

/** What the failure of a request means for its row and for the run. */
export interface RowFailure {
  readonly phase: Extract<Phase, 'failed' | 'held' | 'unknown'>;
  readonly code: string;
  readonly message: string;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly candidates: readonly string[];
  /** True when the request can be given up for one with a new document: what it may have done mails and charges nobody. */
  readonly isHarmless: boolean;
  /** Ends the run at once. */
  readonly stops: Exclude<StopReason, 'interrupted' | 'unreachable'> | undefined;
  /** Ends the run when it happens to several rows in a row. */
  readonly isTrouble: boolean;
}

const STOPS: Readonly<Record<number, RowFailure['stops']>> = {
  401: 'no_access',
  402: 'no_credits',
  403: 'no_access',
  407: 'no_access',
};

/**
 * The client settles what is doubtful about the request itself. Any other fault on the way was that of a reading before
 * it, or is certain not to have arrived.
 */
const isOnTheWay = (error: EsignError): boolean =>
  error instanceof ConnectionError ||
  error instanceof TimeoutError ||
  error instanceof ResponseShapeError ||
  error instanceof RateLimitError ||
  (error instanceof ApiError && (error.status >= 500 || error.status === 408));

function phaseOf(error: EsignError): RowFailure['phase'] {
  if (error instanceof OutcomeUnknownError) return 'unknown';
  if (error instanceof AbortedError) return error.opened ? 'unknown' : 'held';
  if (error instanceof ApiError && STOPS[error.status] !== undefined) return 'held';
  return isOnTheWay(error) ? 'held' : 'failed';
}

/** A document without a send in doubt, that is PENDING or that nobody can name. */
const isHarmless = ({ operation, candidates, lastKnownStatus }: OutcomeUnknownError): boolean =>
  (operation === 'createDocument' && candidates.length > 0) ||
  (operation === 'addSigners' && lastKnownStatus === 'PENDING');

/** A create that cannot be settled: another row's lost document may bear the same name. */
export const CONTESTED_CREATE: RowFailure = {
  phase: 'unknown',
  code: 'create_contested',
  message: 'several creates of that name are without an answer, and cannot be told apart',
  status: undefined,
  requestId: undefined,
  candidates: [],
  isHarmless: true,
  stops: undefined,
  isTrouble: false,
};

/** Sorts the failure of a request by what it proves. What no call throws comes out as it is: it is a fault of ours. */
export function rowFailure(error: unknown): RowFailure {
  if (!(error instanceof EsignError || error instanceof CliError)) throw error;
  const { code, message, why, status, requestId } = describeError(error, { baseUrl: undefined });
  const isUnknown = error instanceof OutcomeUnknownError;
  return {
    phase: error instanceof CliError ? 'failed' : phaseOf(error),
    code,
    message: why === undefined || isUnknown ? message : `${message}: ${why}`,
    status,
    requestId,
    candidates: isUnknown ? error.candidates : [],
    isHarmless: isUnknown && isHarmless(error),
    stops: error instanceof ApiError ? STOPS[error.status] : undefined,
    isTrouble: isUnknown || (error instanceof EsignError && isOnTheWay(error)),
  };
}
