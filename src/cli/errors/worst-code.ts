import { EXIT } from './exit-codes.ts';

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
