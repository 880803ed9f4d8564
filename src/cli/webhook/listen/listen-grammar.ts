import type { ExtraEventType } from '../../../contract/webhook-headers.ts';
import { EVENT_TYPES, EXTRA_EVENTS } from '../../../contract/webhook-headers.ts';
import { CliError } from '../../errors/cli-error.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import type { AwaitedDelivery, PlannedResponse } from './receive-until.ts';

const DOCUMENT = /^[0-9a-f-]{8,36}$/i;

/** Exit 2, with a valid example. */
export function oddFlag(flag: string, text: string, example: string): CliError {
  return new CliError({
    code: 'usage',
    what: `"${text}" is not valid; for example: --${flag} ${example}`,
    exitCode: EXIT.usage,
  });
}

function plannedResponse(text: string): PlannedResponse | undefined {
  const [, status, times = '1'] = /^([2-5]\d\d)(?:x([1-9]\d{0,5}))?$/.exec(text.trim()) ?? [];
  return status === undefined ? undefined : { status: Number(status), times: Number(times) };
}

/** Parses statuses such as `500x2,200`. Throws a `CliError` (exit 2) for anything else. */
export function parseResponses(text: string): readonly PlannedResponse[] {
  return text.split(',').map((part) => {
    const response = plannedResponse(part);
    if (!response) throw oddFlag('respond', text, '500x2,200');
    return response;
  });
}

function knownEvent(text: string): string {
  if (EVENT_TYPES.some((known) => known === text)) return text;
  const what = `there is no event "${text}"; the events are ${EVENT_TYPES.join(', ')}`;
  throw new CliError({ code: 'usage', what, exitCode: EXIT.usage });
}

/** An id, or its first 8 or more characters. Throws a `CliError` (exit 2) for anything else. */
function parseDocument(text: string): string {
  if (DOCUMENT.test(text)) return text;
  throw oddFlag('until', text, 'document.completed:5f0c1d5e');
}

/** Parses `signer.signed,document.completed`. Throws a `CliError` (exit 2) for an unknown event. */
export function parseEvents(text: string): readonly string[] {
  return text.split(',').map((part) => knownEvent(part.trim()));
}

/** Parses `document.completed:5f0c1d5e`. Throws a `CliError` (exit 2) for anything else. */
export function parseAwaited(text: string): AwaitedDelivery {
  const [event = '', ...rest] = text.split(':');
  const document = rest.length > 0 ? parseDocument(rest.join(':')) : undefined;
  return { event: knownEvent(event), document };
}

/** Events that an endpoint gets only if it asks for them. */
export function extraEventsIn({
  events = [],
  until,
}: {
  readonly events?: readonly string[] | undefined;
  readonly until?: AwaitedDelivery | undefined;
}): ExtraEventType[] {
  const asked = [...events, until?.event];
  return EXTRA_EVENTS.filter((type) => asked.includes(type));
}
