import { basename } from 'node:path';
import type { CliErrorDetails } from '../../errors/cli-error.ts';
import { CliError } from '../../errors/cli-error.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import { counted } from '../../terminal/counted.ts';
import { harmless } from '../../terminal/harmless.ts';
import type { Printer } from '../../terminal/printer.ts';
import { shellWord } from '../../terminal/shell-word.ts';
import { printFields } from '../../terminal/table.ts';
import { noResponse } from '../post-delivery.ts';
import { joined } from '../raw-delivery.ts';
import type { ExpectedState } from './document-life.ts';
import type { AttemptReport, DeliveriesOutcome } from './run-deliveries.ts';
import { isAccepted } from './run-deliveries.ts';
import type { PlannedReport } from './run-trigger.ts';

const ID_LENGTH = 8;
const RESPONSE_LENGTH = 100;

function eventWords({ event, signers }: Pick<AttemptReport, 'event' | 'signers'>): string {
  const isCounted = signers !== null && event === 'signer.signed';
  return isCounted ? `${event} (${signers.signed} of ${signers.total})` : event;
}

const attemptWords = (attempt: number): string => (attempt > 1 ? `attempt ${attempt}` : '');

function subject(one: AttemptReport): string {
  const { number, event, documentId, badSignature, file, attempt } = one;
  const id = documentId?.slice(0, ID_LENGTH) ?? '';
  const about = badSignature === null ? [eventWords(one), id] : [event, badSignature];
  const named = file === null ? about : [event, basename(file)];
  return harmless(joined([`#${number}`, ...named, attemptWords(attempt)]));
}

function outcome({ lost, status, error, durationMs }: AttemptReport): string {
  if (lost) return 'lost, as planned';
  if (status === null) return `→ ${noResponse(error)}, after ${durationMs} ms`;
  return `→ ${status} in ${durationMs} ms`;
}

function redirect({ location }: AttemptReport): string {
  const where = location === null ? '' : ` to ${harmless(location.slice(0, RESPONSE_LENGTH))}`;
  return `a redirect${where}, which the service does not follow`;
}

function remark(one: AttemptReport): string {
  const { badSignature, status, forgeable, ok } = one;
  if (status === null) return '';
  if (status >= 300 && status <= 399) return redirect(one);
  if (badSignature === null) return '';
  if (ok) return 'refused';
  if (status >= 300) return 'not refused for its signature';
  return forgeable ? 'ACCEPTED, forgeable' : 'accepted, a spelling that needs the secret';
}

function beginning(text: string): string {
  const line = harmless(text.replace(/\s+/g, ' ').trim());
  if (line === '') return '';
  return line.length > RESPONSE_LENGTH ? `"${line.slice(0, RESPONSE_LENGTH)}…"` : `"${line}"`;
}

/** One line: the event, the status, and the beginning of the response. */
export function printAttempt(printer: Printer, one: AttemptReport): void {
  if (printer.isJson) printer.line(one);
  const { paint } = printer;
  const colour = one.ok ? paint.green : paint.red;
  const parts = [subject(one), colour(outcome(one)), remark(one), beginning(one.answer)];
  printer.result(joined(parts));
}

function planLine(one: PlannedReport): string {
  const { number, documentId, attempt, waitMs, lost } = one;
  const id = documentId?.slice(0, ID_LENGTH) ?? '';
  const wait = waitMs > 0 ? `+${waitMs} ms` : '';
  const how = [attemptWords(attempt), wait, lost ? 'lost' : ''];
  return harmless(joined([`#${number}`, eventWords(one), id, ...how]));
}

/** Prints a dry run: a line per attempt, or a single event itself. */
export function printPlan(printer: Printer, plan: readonly PlannedReport[]): void {
  const [only, second] = plan;
  if (printer.isJson) for (const one of plan) printer.line({ type: 'planned', ...one });
  else if (only && !second) printer.result(JSON.stringify(only.payload, null, 2));
  else for (const one of plan) printer.result(planLine(one));
}

const MAX_LISTED = 4;

function listed(items: readonly (string | number)[]): string {
  const [...different] = new Set(items);
  const more = different.length - MAX_LISTED;
  if (more <= 0) return different.join(', ');
  return `${different.slice(0, MAX_LISTED).join(', ')} and ${more} more`;
}

const answerTo = ({ status, error }: AttemptReport): string =>
  status === null ? noResponse(error) : `answered ${status}`;

/** Such as `sha1 (answered 500)`, for bad signatures that were neither accepted nor refused. */
function unrefused(failed: readonly AttemptReport[]): string {
  const others = failed.filter((one) => !isAccepted(one));
  return [...new Set(others.map((one) => `${one.badSignature} (${answerTo(one)})`))].join(', ');
}

const misjudged = (details: Omit<CliErrorDetails, 'exitCode'>): CliError =>
  new CliError({ ...details, exitCode: EXIT.notVerified });

function acceptedBad(failed: readonly AttemptReport[]): CliError {
  /** All of them: each is a fault to mend. */
  const kinds = (forgeable: boolean) => {
    const accepted = failed.filter((one) => isAccepted(one) && one.forgeable === forgeable);
    return [...new Set(accepted.map(({ badSignature }) => badSignature))].join(', ');
  };
  const [forged, spelled] = [kinds(true), kinds(false)];
  const others = unrefused(failed);
  const rest = others === '' ? '' : `; not refused with a 4xx either: ${others}`;
  if (forged === '')
    return misjudged({
      code: 'spelling_tolerated',
      what: `the receiver tolerates a signature that is spelled otherwise: ${spelled}`,
      why: `nobody can make it without the secret, but the service never sends it${rest}`,
      next: 'compare X-Service-Signature as it is with sha256= and 64 lower-case digits over the raw body',
    });
  const tolerated = spelled === '' ? '' : `; it also tolerates ${spelled}, which need the secret`;
  return misjudged({
    code: 'bad_signature_accepted',
    what: `the receiver accepted a forgeable signature: ${forged}`,
    why: `anyone who knows its address, or has seen a delivery, could send it events${tolerated}${rest}`,
    next: 'verify X-Service-Signature over the raw body before anything else, and respond with 401',
  });
}

function refused(failed: readonly AttemptReport[], isSaved: boolean): CliError {
  const statuses = failed.map(({ status }) => status).filter((status) => status !== null);
  const file = failed.find((one) => one.file !== null)?.file ?? 'FILE';
  return misjudged({
    code: 'signature_refused',
    what: `the receiver refused a ${isSaved ? 'saved' : 'good'} signature (${listed(statuses)})`,
    why: isSaved
      ? 'the signature may be bad or its timestamp too old, or the receiver may have another secret; --resign signs again'
      : 'it may have another secret, or not verify the raw bytes',
    next: isSaved ? `esign webhook verify ${shellWord(harmless(file))}` : 'esign help webhooks',
  });
}

const hasBad = ({ failed }: DeliveriesOutcome): boolean =>
  failed.some(({ badSignature }) => badSignature !== null);

function whyNot(outcome: DeliveriesOutcome): string {
  const { deliveries, failed } = outcome;
  if (deliveries.some(({ verdict }) => verdict === 'repeat_refused'))
    return 'the receiver refused a repeat of an accepted delivery; the service may repeat any';
  return hasBad(outcome) ? unrefused(failed) : listed(failed.map(answerTo));
}

function notDelivered(outcome: DeliveriesOutcome): CliError {
  const count = outcome.deliveries.filter(({ verdict }) => verdict !== 'delivered').length;
  const of = counted(outcome.deliveries.length, 'delivery', 'deliveries');
  return new CliError({
    code: 'not_delivered',
    what: hasBad(outcome)
      ? 'the receiver did not refuse every bad signature with a 4xx'
      : `${count} of ${of} failed`,
    why: whyNot(outcome),
    next: outcome.failed.some(({ error }) => error === 'ECONNREFUSED')
      ? 'start the receiver, or pass its address with --to'
      : "check the receiver's log",
    exitCode: EXIT.unreachable,
  });
}

function failureOf(outcome: DeliveriesOutcome, isSaved: boolean): CliError | undefined {
  if (outcome.verdict === 'good') return undefined;
  if (outcome.verdict === 'failed') return notDelivered(outcome);
  return hasBad(outcome) ? acceptedBad(outcome.failed) : refused(outcome.failed, isSaved);
}

function answersOf({ answers }: Pick<DeliveriesOutcome['deliveries'][number], 'answers'>): string {
  const runs: { said: string; times: number }[] = [];
  for (const answer of answers) {
    const said = typeof answer === 'number' ? String(answer) : noResponse(answer);
    const last = runs.at(-1);
    if (last?.said === said) last.times += 1;
    else runs.push({ said, times: 1 });
  }
  return runs.map(({ said, times }) => (times > 1 ? `${said} ×${times}` : said)).join(', ');
}

function printScenario(printer: Printer, outcome: DeliveriesOutcome, state: ExpectedState): void {
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
    ['effects', `${counted(effects.length, 'event')}, each once`],
  ]);
}

interface EndContext {
  /** Null when nothing was random. */
  readonly seed: number | null;
  /** The state that the receiver must have reached; null without a scenario. */
  readonly expected: ExpectedState | null;
  /** Whether the signatures are saved ones, which may be bad. */
  readonly isSaved?: boolean;
}

/** Prints the outcome. Throws a `CliError`: exit 10 for a misjudged signature, 9 otherwise. */
export function deliveriesEnded(
  printer: Printer,
  outcome: DeliveriesOutcome,
  { seed, expected, isSaved = false }: EndContext,
): void {
  const { verdict, deliveries } = outcome;
  if (printer.isJson) printer.line({ type: 'summary', verdict, seed, deliveries, expected });
  else if (expected) printScenario(printer, outcome, expected);
  if (seed !== null) printer.note(`the same plan again: --seed ${seed}`);
  const failure = failureOf(outcome, isSaved);
  if (failure) throw failure;
}
