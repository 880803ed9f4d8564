import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { counted } from '../terminal/counted.ts';
import { harmless } from '../terminal/harmless.ts';
import type { Printer } from '../terminal/printer.ts';
import { shellWord } from '../terminal/shell-word.ts';
import { printFields } from '../terminal/table.ts';
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

const MOST_LISTED = 4;

function listed(items: readonly (string | number)[]): string {
  const [...different] = new Set(items);
  const more = different.length - MOST_LISTED;
  if (more <= 0) return different.join(', ');
  return `${different.slice(0, MOST_LISTED).join(', ')} and ${more} more`;
}

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
    why: 'that signature may be bad, or the secret of the receiver another one; --resign signs anew',
    next: `esign webhook verify ${shellWord(harmless(file))}`,
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
  const of = counted(outcome.deliveries.length, 'delivery', 'deliveries');
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

/** What was answered, the same answers in a row told once. */
function answersOf({ answers }: ShownTally): string {
  const runs: { said: string; times: number }[] = [];
  for (const answer of answers) {
    const said = typeof answer === 'number' ? String(answer) : noAnswer(answer);
    const last = runs.at(-1);
    if (last?.said === said) last.times += 1;
    else runs.push({ said, times: 1 });
  }
  return runs.map(({ said, times }) => (times > 1 ? `${said} ×${times}` : said)).join(', ');
}

function printScenario(printer: Printer, outcome: ShownOutcome, state: ShownState): void {
  printer.result('');
  for (const one of outcome.deliveries) {
    const gone = one.lost > 0 ? `, lost ${one.lost}` : '';
    const sent = `sent ${counted(one.sent, 'time')}${gone}`;
    printer.result(`${eventWords(one)}  ${sent}  answered: ${answersOf(one)}`);
  }
  const { documentId, status, signed, effects } = state;
  const verb = outcome.verdict === 'good' ? 'now has' : 'would now have';
  printer.result(`\nA correct receiver ${verb}`);
  printFields(printer, [
    ['document', documentId],
    ['status', status],
    ['signed by', signed.map(({ name }) => name).join(', ')],
    ['effects', `${effects.length} events, each of them once`],
  ]);
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
