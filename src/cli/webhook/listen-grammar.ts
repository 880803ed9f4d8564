import { EVENT_TYPES } from '../../contract/webhook-signature.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';

/** A status, and how many deliveries in a row are answered with it. */
export interface PlannedAnswer {
  readonly status: number;
  readonly times: number;
}

/** What is waited for: an event, of one document if it is named. */
export interface AwaitedDelivery {
  readonly event: string;
  readonly document: string | undefined;
}

const UNITS: Readonly<Record<string, number>> = { '': 1, b: 1, kb: 1024, mb: 1024 * 1024 };
const DOCUMENT = /^[0-9a-f-]{8,36}$/i;

/** A flag whose value is not understood (exit 2), with an example of one that is. */
export function oddFlag(flag: string, text: string, example: string): CliError {
  return new CliError({
    code: 'usage',
    what: `"${text}" is not understood; write it as in --${flag} ${example}`,
    exitCode: EXIT.usage,
  });
}

/** A size such as `4096`, `512kb` or `1mb` in bytes; undefined for anything else. */
export function parseByteSize(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,9})(b|kb|mb)?$/i.exec(text) ?? [];
  if (count === undefined) return undefined;
  const bytes = Number(count) * (UNITS[unit.toLowerCase()] ?? 1);
  return bytes > 0 ? bytes : undefined;
}

function plannedAnswer(text: string): PlannedAnswer | undefined {
  const [, status, times = '1'] = /^([2-5]\d\d)(?:x([1-9]\d{0,5}))?$/.exec(text.trim()) ?? [];
  return status === undefined ? undefined : { status: Number(status), times: Number(times) };
}

/** Statuses in order such as `500x2,200`, the last of which stays. Throws a `CliError` (exit 2) for anything else. */
export function parseAnswers(text: string): readonly PlannedAnswer[] {
  return text.split(',').map((part) => {
    const answer = plannedAnswer(part);
    if (!answer) throw oddFlag('respond', text, '500x2,200');
    return answer;
  });
}

function knownEvent(text: string): string {
  if (EVENT_TYPES.some((known) => known === text)) return text;
  const what = `there is no event "${text}"; there are ${EVENT_TYPES.join(' and ')}`;
  throw new CliError({ code: 'usage', what, exitCode: EXIT.usage });
}

/** A document's id, or the first 8 characters of it or more. Throws a `CliError` (exit 2) for anything else. */
export function parseDocument(flag: string, text: string): string {
  if (DOCUMENT.test(text)) return text;
  throw oddFlag(flag, text, flag === 'until' ? 'document.completed:5f0c1d5e' : '5f0c1d5e');
}

/** Events such as `signer.signed,document.completed`. Throws a `CliError` (exit 2) for one that there is not. */
export function parseEvents(text: string): readonly string[] {
  return text.split(',').map((part) => knownEvent(part.trim()));
}

/** What to wait for, such as `document.completed` or `document.completed:5f0c1d5e`. Throws a `CliError` (exit 2). */
export function parseAwaited(text: string): AwaitedDelivery {
  const [event = '', ...rest] = text.split(':');
  const document = rest.length > 0 ? parseDocument('until', rest.join(':')) : undefined;
  return { event: knownEvent(event), document };
}
