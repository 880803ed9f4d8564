import type { Interfaces } from '@oclif/core';
import { Flags } from '@oclif/core';
import { LIMITS } from '../../../contract/limits.ts';
import { parseUrl } from '../../../contract/parse-url.ts';
import { isDocumentId } from '../../documents/resolve-document.ts';
import { CliError } from '../../errors/cli-error.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import { misuse } from '../../errors/usage-error.ts';
import { durationFlag } from '../../input/time-flag.ts';
import { secretFileFlag } from '../listen/listen-flags.ts';
import { BAD_SIGNATURES } from './bad-signatures.ts';
import { MAX_SEED } from './plan-attempts.ts';

const MAX_REPEATS = 10_000;
const MAX_CONCURRENCY = 256;

export const targetFlag = Flags.custom<URL>({
  description: 'URL of the receiver',
  helpValue: 'URL',
  parse: async (text) => {
    const url = parseUrl(text);
    const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
    if (url && isWeb && url.username === '' && url.password === '') return url;
    throw new CliError({
      code: 'invalid_target',
      what: 'the address of a receiver must begin with http:// or https://, and hold no user name or password',
      exitCode: EXIT.usage,
    });
  },
});

/** Throws a `CliError` (exit 2) without `--to`. */
export function requireTarget(to: URL | undefined): URL {
  if (to) return to;
  const next = 'pass --to http://127.0.0.1:3000/webhooks, or --dry-run';
  throw misuse('--to is missing', next, 'there must be a receiver to send to');
}

/** Parses a share such as `0.3` or `30%`, from 0 to 1; undefined for anything else. */
export function parseShare(text: string): number | undefined {
  const [, count, percent] = /^(\d{1,3}(?:\.\d+)?)(%)?$/.exec(text) ?? [];
  if (count === undefined) return undefined;
  const share = percent === undefined ? Number(count) : Number(count) / 100;
  return share <= 1 ? share : undefined;
}

const share = Flags.custom<number>({
  parse: async (text) => {
    const read = parseShare(text);
    if (read === undefined) throw misuse(`"${text}" is not a share such as 0.3 or 30%`);
    return read;
  },
});

const fullId = Flags.custom<string>({
  parse: async (text) => {
    if (!isDocumentId(text)) throw misuse(`"${text}" is not a full document id`);
    return text.toLowerCase();
  },
});

const eventFlags = {
  document: fullId({ description: "document's id (default: a new one)", helpValue: 'ID' }),
  signers: Flags.integer({
    description: 'number of signers (default: 2)',
    min: 1,
    max: LIMITS.signersPerDocument,
    helpValue: 'COUNT',
  }),
  signed: Flags.integer({
    description: 'number of signers who have signed',
    min: 1,
    helpValue: 'COUNT',
  }),
  set: Flags.string({
    description: 'set a field to JSON or text, such as signers[0].name=Asha',
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'PATH=VALUE',
  }),
  'allow-invalid': Flags.boolean({ description: 'send the event even if it is invalid' }),
};

const planFlags = {
  repeat: Flags.integer({
    description:
      'times to send each event: a single event for a new document each time, events of a scenario with the same bytes',
    default: 1,
    min: 1,
    max: MAX_REPEATS,
    helpValue: 'TIMES',
  }),
  'same-bytes': Flags.boolean({ description: 'repeat a single event with the same bytes' }),
  concurrency: Flags.integer({
    description: 'number of concurrent deliveries',
    default: 1,
    min: 1,
    max: MAX_CONCURRENCY,
    helpValue: 'COUNT',
  }),
  disorder: Flags.boolean({ description: 'send in random order' }),
  delay: durationFlag({ description: 'wait a random time before each attempt, up to this' }),
  loss: share({
    description: 'share of attempts that get lost; each is retried',
    helpValue: '30%',
  }),
  seed: Flags.integer({
    description: 'seed for order, waits and losses (default: random, and printed)',
    min: 0,
    max: MAX_SEED,
    helpValue: 'NUMBER',
  }),
};

export const triggerFlags = {
  to: targetFlag(),
  'secret-file': secretFileFlag,
  ...eventFlags,
  ...planFlags,
  'bad-signature': Flags.string({
    description: `sign a single event badly, in one way or in all: ${BAD_SIGNATURES.join(', ')}`,
    options: [...BAD_SIGNATURES, 'all'],
    helpValue: 'KIND',
  }),
  'dry-run': Flags.boolean({ description: 'print what would be sent, without sending it' }),
};

export type TriggerFlags = Interfaces.InferredFlags<typeof triggerFlags>;
