import { basename } from 'node:path';
import { harmless } from '../../terminal/harmless.ts';
import type { Printer } from '../../terminal/printer.ts';
import { noResponse } from '../post-delivery.ts';
import type { AttemptReport } from './run-deliveries.ts';
import type { PlannedReport } from './run-trigger.ts';

const ID_LENGTH = 8;
const RESPONSE_LENGTH = 100;

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('  ');

export function eventWords({ event, signers }: Pick<AttemptReport, 'event' | 'signers'>): string {
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
