import type { Interfaces } from '@oclif/core';
import { Flags } from '@oclif/core';
import type { ExtraEventType } from '../../../contract/webhooks/webhook-headers.ts';
import { EVENT_TYPES, EXTRA_EVENTS } from '../../../contract/webhooks/webhook-headers.ts';
import { misuse } from '../../errors/usage-error.ts';
import { durationFlag } from '../../input/time-flag.ts';
import { readAddress } from '../../profiles/connection.ts';
import type { AwaitedDelivery, PlannedResponse } from './receive-until.ts';

const BODY_TIMEOUT_MS = 5000;
const MAX_BODY_BYTES = 1024 * 1024;
const DOCUMENT = /^[0-9a-f-]{8,36}$/i;

/** Exit 2, with a valid example. */
const oddFlag = (flag: string, text: string, example: string) =>
  misuse(`"${text}" is not valid; for example: --${flag} ${example}`);

/** Parses statuses such as `500x2,200`. Throws a `CliError` (exit 2) for anything else. */
function parseResponses(text: string): readonly PlannedResponse[] {
  return text.split(',').map((part) => {
    const [, status, times = '1'] = /^([2-5]\d\d)(?:x([1-9]\d{0,5}))?$/.exec(part.trim()) ?? [];
    if (status === undefined) throw oddFlag('respond', text, '500x2,200');
    return { status: Number(status), times: Number(times) };
  });
}

function knownEvent(text: string): string {
  if (EVENT_TYPES.some((known) => known === text)) return text;
  const what = `there is no event "${text}"; the events are ${EVENT_TYPES.join(', ')}`;
  throw misuse(what);
}

/** Parses `signer.signed,document.completed`. Throws a `CliError` (exit 2) for an unknown event. */
function parseEvents(text: string): readonly string[] {
  return text.split(',').map((part) => knownEvent(part.trim()));
}

/** Parses `document.completed:5f0c1d5e`. Throws a `CliError` (exit 2) for anything else. */
function parseAwaited(text: string): AwaitedDelivery {
  const [event = '', ...rest] = text.split(':');
  const document = rest.length > 0 ? rest.join(':') : undefined;
  if (document !== undefined && !DOCUMENT.test(document))
    throw oddFlag('until', document, 'document.completed:5f0c1d5e');
  return { event: knownEvent(event), document };
}

const address = Flags.custom<URL>({
  description: 'forward each good delivery to this URL, and relay the response',
  helpValue: 'URL',
  // An address as people type it has no scheme.
  parse: async (text) => readAddress(text.includes('://') ? text : `http://${text}`),
});

const path = Flags.custom<string>({
  description: 'path that deliveries go to',
  helpValue: 'PATH',
  parse: async (text) => {
    if (!/^\/[^\s?#]*$/.test(text)) throw oddFlag('path', text, '/webhooks');
    return text;
  },
});

const events = Flags.custom<readonly string[]>({
  description: 'only these events; others are answered 204 and ignored',
  helpValue: 'EVENT,…',
  parse: async (text) => parseEvents(text),
});

const awaited = Flags.custom<AwaitedDelivery>({
  description: 'stop after this event, of one document if named',
  helpValue: 'EVENT[:DOCUMENT]',
  parse: async (text) => parseAwaited(text),
});

const responses = Flags.custom<readonly PlannedResponse[]>({
  description: 'respond with these statuses in order, such as 500x2,200; the last one repeats',
  helpValue: 'STATUS,…',
  parse: async (text) => parseResponses(text),
});

/** A secret is never a flag's value, only in a file. */
export const secretFileFlag = Flags.string({
  description: 'file with the signing secret, one per line during a rotation; - is stdin',
  helpValue: 'FILE',
});

const placeFlags = {
  port: Flags.integer({
    description: 'port; 0 picks a free one',
    default: 4020,
    min: 0,
    max: 65_535,
    helpValue: 'PORT',
  }),
  host: Flags.string({
    description: 'address to listen on',
    default: '127.0.0.1',
    helpValue: 'HOST',
  }),
  path: path({ default: '/' }),
};

const trustFlags = {
  register: Flags.boolean({
    description: 'add an endpoint for this listener to the sandbox, and remove it at the end',
    exclusive: ['no-verify'],
  }),
  'secret-file': secretFileFlag,
  'no-verify': Flags.boolean({
    description: 'accept deliveries without checking their signatures',
    exclusive: ['secret-file'],
  }),
  strict: Flags.boolean({
    description: 'exit with 10 if any signature was bad',
    exclusive: ['no-verify'],
  }),
};

const responseFlags = {
  'forward-to': address(),
  'preserve-host': Flags.boolean({
    description: "keep the Host header of the service's request",
    dependsOn: ['forward-to'],
  }),
  respond: responses({ exclusive: ['forward-to'] }),
  delay: durationFlag({ description: 'delay each response (12s is too late)' }),
};

const choiceFlags = {
  events: events(),
  save: Flags.string({
    description: 'save each delivery in this folder, for webhook replay and verify',
    helpValue: 'DIR',
  }),
  inspect: Flags.string({
    description: 'keep a page with the latest 200 deliveries in this file: headers, body, answer',
    helpValue: 'FILE.html',
  }),
  details: Flags.boolean({ description: 'show headers and body of each delivery' }),
};

const endFlags = {
  'exit-after': Flags.integer({
    description: 'stop after this many good deliveries',
    min: 1,
    helpValue: 'COUNT',
  }),
  until: awaited({ exclusive: ['exit-after'] }),
  timeout: durationFlag({
    description: 'stop after this time (90s, 10m); exit with 8 if still waiting for something',
  }),
};

const grouped = <Group extends object>(helpGroup: string, flags: Group): Group =>
  Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [name, { ...flag, helpGroup }]),
  ) as Group;

export const listenFlags = {
  ...grouped('PLACE', placeFlags),
  ...grouped('CHECK', trustFlags),
  ...grouped('ANSWER', responseFlags),
  ...grouped('SHOW', choiceFlags),
  ...grouped('END', endFlags),
};

export type ListenFlags = Interfaces.InferredFlags<typeof listenFlags>;

export function listenOptions(flags: ListenFlags) {
  const { host, port, path, events, respond, until } = flags;
  return {
    host,
    port,
    path,
    verify: !flags['no-verify'],
    forwardTo: flags['forward-to'],
    preserveHost: flags['preserve-host'],
    respond,
    delayMs: flags.delay,
    maxBodyBytes: MAX_BODY_BYTES,
    bodyTimeoutMs: BODY_TIMEOUT_MS,
    events,
    saveTo: flags.save,
    exitAfter: flags['exit-after'],
    until,
    timeoutMs: flags.timeout,
  };
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
