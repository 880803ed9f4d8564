import { Flags } from '@oclif/core';
import { LIMITS } from '../../contract/limits.ts';
import { durationFlag } from '../input/duration-flag.ts';
import { readAddress } from '../profiles/connection.ts';
import type { AwaitedDelivery, PlannedAnswer } from './listen-grammar.ts';
import {
  oddFlag,
  parseAnswers,
  parseAwaited,
  parseByteSize,
  parseDocument,
  parseEvents,
} from './listen-grammar.ts';

const BODY_TIMEOUT_MS = 5000;

const byteSize = Flags.custom<number>({
  description: 'largest body that is taken',
  helpValue: 'SIZE',
  parse: async (text) => {
    const bytes = parseByteSize(text);
    if (bytes === undefined) throw oddFlag('max-body', text, '1mb');
    return bytes;
  },
});

const address = Flags.custom<URL>({
  description: 'hand each good delivery on to this address, and its answer back to the service',
  helpValue: 'URL',
  parse: async (text) => readAddress(text),
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
  description: 'only these events; others are answered 204 and otherwise left aside',
  helpValue: 'EVENT,…',
  parse: async (text) => parseEvents(text),
});

const document = Flags.custom<string>({
  description: 'only the events of this document',
  helpValue: 'ID',
  parse: async (text) => parseDocument('document', text),
});

const awaited = Flags.custom<AwaitedDelivery>({
  description: 'stop once this event came, of one document if it is named',
  helpValue: 'EVENT[:DOCUMENT]',
  parse: async (text) => parseAwaited(text),
});

const answers = Flags.custom<readonly PlannedAnswer[]>({
  description: 'answer with these statuses in order, as in 500x2,200; the last one stays',
  helpValue: 'STATUS,…',
  parse: async (text) => parseAnswers(text),
});

/** The flag for where signing secrets are read from; a secret is never a flag's value. */
export const secretFileFlag = Flags.string({
  description: 'file with the signing secret, one a line during a rotation; - is stdin',
  helpValue: 'FILE',
});

const placeFlags = {
  port: Flags.integer({
    description: 'port; 0 takes a free one',
    default: 4020,
    min: 0,
    max: 65_535,
    helpValue: 'PORT',
  }),
  host: Flags.string({
    description: 'address to listen at',
    default: '127.0.0.1',
    helpValue: 'HOST',
  }),
  path: path({ default: '/' }),
};

const trustFlags = {
  register: Flags.boolean({
    description: 'add an endpoint for this address to the sandbox, and remove it at the end',
    exclusive: ['no-verify'],
  }),
  'secret-file': secretFileFlag,
  'no-verify': Flags.boolean({
    description: 'take deliveries without a look at their signature',
    exclusive: ['secret-file'],
  }),
  strict: Flags.boolean({
    description: 'end with exit code 10 when any signature was bad',
    exclusive: ['no-verify'],
  }),
};

const answerFlags = {
  'forward-to': address(),
  'preserve-host': Flags.boolean({
    description: 'hand deliveries on with the Host that the service named',
    dependsOn: ['forward-to'],
  }),
  respond: answers({ exclusive: ['forward-to'] }),
  delay: durationFlag({ description: 'hold each answer back for so long (12s is too late)' }),
  'ack-limit': durationFlag({
    description: 'time after which an answer is late',
    default: LIMITS.webhookAcknowledgementMs,
    defaultHelp: async () => '10s',
  }),
  'max-body': byteSize({ default: 1024 * 1024, defaultHelp: async () => '1mb' }),
};

const choiceFlags = {
  events: events(),
  document: document(),
  save: Flags.string({
    description: 'keep each delivery in this folder as a file that replay and verify take',
    helpValue: 'DIR',
  }),
  details: Flags.boolean({ description: 'show the headers and the body of each delivery' }),
};

const endFlags = {
  'exit-after': Flags.integer({
    description: 'stop after so many good deliveries',
    min: 1,
    helpValue: 'COUNT',
  }),
  until: awaited({ exclusive: ['exit-after'] }),
  timeout: durationFlag({
    description: 'stop after so long (90s, 10m), with exit code 8 if something was waited for',
  }),
};

/** The flags of `webhook listen`. */
export const listenFlags = {
  ...placeFlags,
  ...trustFlags,
  ...answerFlags,
  ...choiceFlags,
  ...endFlags,
};

/** What the flags of `webhook listen` hold. */
export interface ListenFlags {
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly 'secret-file'?: string | undefined;
  readonly 'no-verify': boolean;
  readonly register: boolean;
  readonly strict: boolean;
  readonly 'forward-to'?: URL | undefined;
  readonly 'preserve-host': boolean;
  readonly respond?: readonly PlannedAnswer[] | undefined;
  readonly delay?: number | undefined;
  readonly 'ack-limit': number;
  readonly 'max-body': number;
  readonly events?: readonly string[] | undefined;
  readonly document?: string | undefined;
  readonly save?: string | undefined;
  readonly details: boolean;
  readonly 'exit-after'?: number | undefined;
  readonly until?: AwaitedDelivery | undefined;
  readonly timeout?: number | undefined;
}

/** What the flags say, as far as a receiver wants to know it. */
export function listenOptions(flags: ListenFlags) {
  const { host, port, path, events, document, respond, until } = flags;
  return {
    host,
    port,
    path,
    verify: !flags['no-verify'],
    forwardTo: flags['forward-to'],
    preserveHost: flags['preserve-host'],
    respond,
    delayMs: flags.delay,
    ackLimitMs: flags['ack-limit'],
    maxBodyBytes: flags['max-body'],
    bodyTimeoutMs: BODY_TIMEOUT_MS,
    choice: { events, document },
    saveTo: flags.save,
    exitAfter: flags['exit-after'],
    until,
    timeoutMs: flags.timeout,
  };
}
