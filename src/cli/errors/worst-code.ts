import { EXIT } from './exit-codes.ts';

/** From worst: what must not be overlooked, then what needs another key or time, then what the input got wrong. */
const FROM_WORST: readonly number[] = [
  EXIT.unexpected,
  EXIT.notVerified,
  EXIT.outcomeUnknown,
  EXIT.noAccess,
  EXIT.noCredits,
  EXIT.unreachable,
  EXIT.refused,
  EXIT.wrongState,
  EXIT.notFound,
  EXIT.rowsNotDone,
  EXIT.usage,
  EXIT.stillWaiting,
  EXIT.done,
];

/** The exit code of a command on several documents, from the code of each; 0 for none. */
export function worstCode(codes: readonly number[]): number {
  const unknown = codes.find((code) => !FROM_WORST.includes(code));
  return unknown ?? FROM_WORST.find((code) => codes.includes(code)) ?? EXIT.done;
}
