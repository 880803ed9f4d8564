import {
  AbortedError,
  ApiError,
  EsignError,
  OutcomeUnknownError,
  ResponseShapeError,
} from '../../../client/index.ts';
import { isTransient } from '../../documents/poll-flags.ts';
import { CliError } from '../../errors/cli-error.ts';
import { describeError } from '../../errors/describe-error.ts';
import type { Phase } from '../journal/journal-entry.ts';

/** Every remaining row would fail the same way. */
export type StopReason = 'interrupted' | 'no_credits' | 'no_access' | 'unreachable';

export interface RowFailure {
  readonly phase: Extract<Phase, 'failed' | 'held' | 'unknown'>;
  readonly code: string;
  readonly message: string;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly candidates: readonly string[];
  /** True when the row may start over with a new document: nobody was mailed or charged. */
  readonly isHarmless: boolean;
  /** Stops the run immediately. */
  readonly stops: Exclude<StopReason, 'interrupted' | 'unreachable'> | undefined;
  /** Stops the run if it happens to several consecutive rows. */
  readonly isTrouble: boolean;
}

const STOPS: Readonly<Record<number, RowFailure['stops']>> = {
  401: 'no_access',
  402: 'no_credits',
  403: 'no_access',
  407: 'no_access',
};

/** Network or service faults: not applied, since requests in doubt throw `OutcomeUnknownError`. */
const isFault = (error: EsignError): boolean =>
  error instanceof ResponseShapeError || isTransient(error);

function phaseOf(error: EsignError): RowFailure['phase'] {
  if (error instanceof OutcomeUnknownError) return 'unknown';
  if (error instanceof AbortedError) return error.opened ? 'unknown' : 'held';
  if (error instanceof ApiError && STOPS[error.status] !== undefined) return 'held';
  return isFault(error) ? 'held' : 'failed';
}

/** Nothing can have been sent: the document is PENDING, or its create is in doubt. */
const isHarmless = ({ operation, candidates, lastKnownStatus }: OutcomeUnknownError): boolean =>
  (operation === 'createDocument' && candidates.length > 0) ||
  (operation === 'addSigners' && lastKnownStatus === 'PENDING');

/** A create that cannot be settled: another row's lost document may have the same name. */
export const CONTESTED_CREATE: RowFailure = {
  phase: 'unknown',
  code: 'create_contested',
  message: 'several creates with that name have no answer, and cannot be told apart',
  status: undefined,
  requestId: undefined,
  candidates: [],
  isHarmless: true,
  stops: undefined,
  isTrouble: false,
};

/** Rethrows errors that no request throws, which are bugs. */
export function rowFailure(error: unknown, keyOrigin?: string): RowFailure {
  if (!(error instanceof EsignError || error instanceof CliError)) throw error;
  const { code, message, why, status, requestId } = describeError(error, {
    baseUrl: undefined,
    keyOrigin,
  });
  const isUnknown = error instanceof OutcomeUnknownError;
  return {
    phase: error instanceof CliError ? 'failed' : phaseOf(error),
    code,
    message: why === undefined || isUnknown ? message : `${message.replace(/\.$/, '')}: ${why}`,
    status,
    requestId,
    candidates: isUnknown ? error.candidates : [],
    isHarmless: isUnknown && isHarmless(error),
    stops: error instanceof ApiError ? STOPS[error.status] : undefined,
    isTrouble: isUnknown || (error instanceof EsignError && isFault(error)),
  };
}
