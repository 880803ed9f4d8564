import { basename } from 'node:path';
import { harmless } from '../terminal/harmless.ts';
import type { Printer } from '../terminal/printer.ts';

interface SignerCount {
  readonly total: number;
  readonly signed: number;
}

/** A try to deliver something, as far as it is shown. */
export interface ShownTry {
  readonly number: number;
  readonly event: string;
  readonly documentId: string | null;
  readonly signers: SignerCount | null;
  readonly badSignature: string | null;
  readonly file: string | null;
  readonly attempt: number;
  readonly lost: boolean;
  readonly status: number | null;
  readonly error: string | null;
  readonly durationMs: number | null;
  readonly answer: string;
  readonly ok: boolean;
}

/** A try that is planned. */
export interface ShownPlan
  extends Pick<ShownTry, 'number' | 'event' | 'documentId' | 'signers' | 'attempt' | 'lost'> {
  readonly waitMs: number;
  readonly payload: unknown;
}

const ID_LENGTH = 8;
const ANSWER_LENGTH = 100;

const ERRORS: Readonly<Record<string, string>> = {
  timeout: 'no status within 10 s',
  interrupted: 'stopped',
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name of the host was not found',
  ECONNRESET: 'the connection broke',
  EPIPE: 'the connection broke',
};

/** Why there was no answer, in words. */
export function noAnswer(error: string | null): string {
  return ERRORS[error ?? ''] ?? harmless(error ?? 'no answer');
}

/** An event with how many have signed. */
export function eventWords({ event, signers }: Pick<ShownTry, 'event' | 'signers'>): string {
  const isCounted = signers !== null && event === 'signer.signed';
  return isCounted ? `${event} (${signers.signed} of ${signers.total})` : event;
}

function subject(one: ShownTry): string {
  const { number, event, documentId, badSignature, file, attempt } = one;
  const id = documentId?.slice(0, ID_LENGTH) ?? '';
  const about = badSignature === null ? [eventWords(one), id] : [event, badSignature];
  const named = file === null ? about : [event, basename(file)];
  return [`#${number}`, ...named, attempt > 1 ? `try ${attempt}` : '']
    .filter((part) => part !== '')
    .map(harmless)
    .join('  ');
}

function outcome({ lost, status, error, durationMs }: ShownTry): string {
  if (lost) return 'lost on the way, as planned';
  if (status === null) return `→ ${noAnswer(error)}, after ${durationMs} ms`;
  return `→ ${status} in ${durationMs} ms`;
}

function remark({ badSignature, status, ok }: ShownTry): string {
  if (status === null) return '';
  if (status >= 300 && status <= 399) return 'a redirect: the service does not follow it';
  if (badSignature === null) return '';
  if (ok) return 'refused';
  return status <= 299 ? 'ACCEPTED' : 'not refused for its signature';
}

/** The beginning of an answer on one line. */
function beginning(answer: string): string {
  const line = harmless(answer.replace(/\s+/g, ' ').trim());
  if (line === '') return '';
  return line.length > ANSWER_LENGTH ? `"${line.slice(0, ANSWER_LENGTH)}…"` : `"${line}"`;
}

/** One try on one line: what was sent, what was answered, and the beginning of the answer. */
export function printTry(printer: Printer, one: ShownTry): void {
  if (printer.isJson) printer.line(one);
  const { paint } = printer;
  const colour = one.ok ? paint.green : paint.red;
  const parts = [subject(one), colour(outcome(one)), remark(one), beginning(one.answer)];
  printer.result(parts.filter((part) => part !== '').join('  '));
}

function planLine(one: ShownPlan): string {
  const { number, documentId, attempt, waitMs, lost } = one;
  const id = documentId?.slice(0, ID_LENGTH) ?? '';
  const how = [
    attempt > 1 ? `try ${attempt}` : '',
    waitMs > 0 ? `+${waitMs} ms` : '',
    lost ? 'lost on the way' : '',
  ];
  const parts = [`#${number}`, eventWords(one), id, ...how];
  return harmless(parts.filter((part) => part !== '').join('  '));
}

/** What would be sent: a line a try, or the one event alone. */
export function printPlan(printer: Printer, plan: readonly ShownPlan[]): void {
  const [only, second] = plan;
  if (printer.isJson) for (const one of plan) printer.line({ type: 'planned', ...one });
  else if (only && !second) printer.result(JSON.stringify(only.payload, null, 2));
  else for (const one of plan) printer.result(planLine(one));
}
