import { CliError } from './cli-error.ts';
import { EXIT } from './exit-codes.ts';
import { harmless } from './harmless.ts';
import type { Printer } from './printer.ts';
import { shellWord } from './shell-word.ts';
import type { ShownTry } from './show-tries.ts';
import { eventWords, noAnswer } from './show-tries.ts';

/** How one delivery fared. */
interface ShownTally {
  readonly event: string;
  readonly signers: ShownTry['signers'];
  readonly sent: number;
  readonly lost: number;
  readonly answers: readonly (number | string)[];
  readonly verdict: 'delivered' | 'not_delivered' | 'repeat_refused';
}

/** What came of deliveries, as far as it is told. */
export interface ShownOutcome {
  readonly verdict: 'good' | 'signature' | 'failed';
  readonly deliveries: readonly ShownTally[];
  readonly failed: readonly ShownTry[];
}

/** What a receiver must know after a scenario. */
interface ShownState {
  readonly documentId: string;
  readonly status: string;
  readonly signed: readonly { readonly name: string }[];
  readonly effects: readonly { readonly event: string }[];
}

const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const listed = (items: readonly (string | number)[]): string => [...new Set(items)].join(', ');

const statusesOf = (failed: readonly ShownTry[]): number[] =>
  failed.map(({ status }) => status).filter((status) => status !== null);

function acceptedBad(failed: readonly ShownTry[]): CliError {
  const kinds = failed
    .filter(({ status }) => status !== null && status <= 299)
    .map(({ badSignature }) => badSignature ?? '');
  return new CliError({
    code: 'bad_signature_accepted',
    what: `the receiver accepted a bad signature: ${listed(kinds)}`,
    why: 'whoever knows the address could then send it events',
    next: 'verify X-Service-Signature over the raw body before anything else, and answer 401',
    exitCode: EXIT.notVerified,
  });
}

function refusedSaved(failed: readonly ShownTry[]): CliError {
  const file = failed.find((one) => one.file !== null)?.file ?? 'FILE';
  return new CliError({
    code: 'signature_refused',
    what: `the receiver refused a signature as it was saved (${listed(statusesOf(failed))})`,
    next: `esign webhook verify ${shellWord(file)} says whether it is right; --resign signs anew`,
    exitCode: EXIT.notVerified,
  });
}

function refusedGood(failed: readonly ShownTry[]): CliError {
  return new CliError({
    code: 'signature_refused',
    what: `the receiver refused a signature that is right (${listed(statusesOf(failed))})`,
    why: 'its secret is another one than that used here, or it does not verify the raw bytes',
    next: 'esign help webhooks',
    exitCode: EXIT.notVerified,
  });
}

function whyNot({ deliveries, failed }: ShownOutcome): string {
  if (deliveries.some(({ verdict }) => verdict === 'repeat_refused'))
    return 'a repeat of what was accepted before was not answered 2xx; the service may repeat any delivery';
  const reasons = failed.map(({ status, error }) => (status === null ? noAnswer(error) : status));
  return `answered with ${listed(reasons)}`.replace(/^answered with (\D)/, '$1');
}

function notDelivered(outcome: ShownOutcome): CliError {
  const bad = outcome.failed.some(({ badSignature }) => badSignature !== null);
  const count = outcome.deliveries.filter(({ verdict }) => verdict !== 'delivered').length;
  const of = plural(outcome.deliveries.length, 'delivery').replace(/ys$/, 'ies');
  return new CliError({
    code: 'not_delivered',
    what: bad
      ? 'the receiver did not refuse every bad signature with a 4xx'
      : `${count} of ${of} went wrong`,
    why: whyNot(outcome),
    next: outcome.failed.some(({ error }) => error === 'ECONNREFUSED')
      ? 'start the receiver, or name its address with --to'
      : 'look at the log of the receiver',
    exitCode: EXIT.unreachable,
  });
}

function failureOf(outcome: ShownOutcome, isSaved: boolean): CliError | undefined {
  if (outcome.verdict === 'good') return undefined;
  if (outcome.verdict === 'failed') return notDelivered(outcome);
  const isBad = outcome.failed.some(({ badSignature }) => badSignature !== null);
  if (isBad) return acceptedBad(outcome.failed);
  return isSaved ? refusedSaved(outcome.failed) : refusedGood(outcome.failed);
}

function printScenario(printer: Printer, { deliveries }: ShownOutcome, state: ShownState): void {
  printer.result('');
  for (const one of deliveries) {
    const { sent, lost, answers } = one;
    const gone = lost > 0 ? `, lost ${lost}` : '';
    printer.result(
      `${eventWords(one)}  sent ${plural(sent, 'time')}${gone}  answered ${answers.join(' ')}`,
    );
  }
  const { documentId, status, signed, effects } = state;
  const names = signed.map(({ name }) => name).join(', ');
  printer.result('');
  printer.result(`A correct receiver now has document ${documentId} as ${status},`);
  printer.result(
    harmless(`signed by ${names}; each of the ${effects.length} events took effect once.`),
  );
}

/** What is told beside the outcome. */
interface EndContext {
  /** The seed, where it decided something; else null. */
  readonly seed: number | null;
  /** What the receiver must know now, after a scenario; else null. */
  readonly expected: ShownState | null;
  /** Whether the signatures are as they were saved, and may be bad. */
  readonly isSaved?: boolean;
}

/**
 * Ends what sent deliveries: tells how it went.
 * @throws {CliError} exit 10 when a signature was judged wrongly, 9 when anything else failed
 */
export function deliveriesEnded(
  printer: Printer,
  outcome: ShownOutcome,
  { seed, expected, isSaved = false }: EndContext,
): void {
  const { verdict, deliveries } = outcome;
  if (printer.isJson) printer.line({ type: 'summary', verdict, seed, deliveries, expected });
  else if (expected) printScenario(printer, outcome, expected);
  if (seed !== null) printer.note(`the same plan again: --seed ${seed}`);
  const failure = failureOf(outcome, isSaved);
  if (failure) throw failure;
}
