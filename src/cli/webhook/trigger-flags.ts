import { randomInt } from 'node:crypto';
import type { Interfaces } from '@oclif/core';
import { Flags } from '@oclif/core';
import { LIMITS } from '../../contract/limits.ts';
import { isDocumentId } from '../documents/resolve-document.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { durationFlag } from '../input/duration-flag.ts';
import { secretFileFlag } from './listen-flags.ts';
import { targetFlag } from './target-flag.ts';

const MOST_REPEATS = 10_000;
const MOST_AT_ONCE = 256;
const MOST_SEED = 2 ** 32 - 1;

function odd(text: string, wanted: string): CliError {
  return new CliError({
    code: 'usage',
    what: `"${text}" is not ${wanted}`,
    exitCode: EXIT.usage,
  });
}

/** A share such as `0.3` or `30%`, from 0 to 1; undefined for anything else. */
export function parseShare(text: string): number | undefined {
  const [, count, percent] = /^(\d{1,3}(?:\.\d+)?)(%)?$/.exec(text) ?? [];
  if (count === undefined) return undefined;
  const share = percent === undefined ? Number(count) : Number(count) / 100;
  return share <= 1 ? share : undefined;
}

const share = Flags.custom<number>({
  parse: async (text) => {
    const read = parseShare(text);
    if (read === undefined) throw odd(text, 'a share such as 0.3 or 30%');
    return read;
  },
});

const wholeId = Flags.custom<string>({
  parse: async (text) => {
    if (!isDocumentId(text)) throw odd(text, 'the whole id of a document');
    return text.toLowerCase();
  },
});

/** What the events are like. */
const eventFlags = {
  document: wholeId({
    description: 'document that it is about (default: a new id)',
    helpValue: 'ID',
  }),
  signers: Flags.integer({
    description: 'how many sign the document (default: 2)',
    min: 1,
    max: LIMITS.signersPerDocument,
    helpValue: 'COUNT',
  }),
  signed: Flags.integer({ description: 'how many have signed', min: 1, helpValue: 'COUNT' }),
  set: Flags.string({
    description: 'another value for a field, as JSON or text: signers[0].name=Asha',
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'PATH=VALUE',
  }),
  'allow-invalid': Flags.boolean({ description: 'send what is no valid event, too' }),
};

/** How often and in what order they are sent. */
const planFlags = {
  repeat: Flags.integer({
    description:
      'how often each event is sent: a single one for another document each time, those of a scenario with the same bytes',
    default: 1,
    min: 1,
    max: MOST_REPEATS,
    helpValue: 'TIMES',
  }),
  'same-bytes': Flags.boolean({ description: 'repeat a single event with the same bytes, too' }),
  concurrency: Flags.integer({
    description: 'how many are sent at the same time',
    default: 1,
    min: 1,
    max: MOST_AT_ONCE,
    helpValue: 'COUNT',
  }),
  disorder: Flags.boolean({ description: 'in any order' }),
  delay: durationFlag({ description: 'wait up to so long before each' }),
  loss: share({
    description: 'share of tries that get lost; each is tried again',
    helpValue: '30%',
  }),
  seed: Flags.integer({
    description: 'decides order, waits and losses (default: by chance, and shown)',
    min: 0,
    max: MOST_SEED,
    helpValue: 'NUMBER',
  }),
};

/** The flags of `webhook trigger`; it is told in which ways a signature can be bad. */
export const triggerFlags = (badSignatures: readonly string[]) => ({
  to: targetFlag(),
  'secret-file': secretFileFlag,
  ...eventFlags,
  ...planFlags,
  'bad-signature': Flags.string({
    description: `what is wrong with the signature of a single event; all sends one of each of ${badSignatures.join(', ')}`,
    options: [...badSignatures, 'all'],
    helpValue: 'KIND',
  }),
  'dry-run': Flags.boolean({ description: 'show what would be sent, and send nothing' }),
});

type Flag = ReturnType<typeof triggerFlags>;

/** What the flags say of the events and the plan. */
export function triggerWish(flags: Interfaces.InferredFlags<Flag>) {
  return {
    signers: flags.signers,
    signed: flags.signed,
    documentId: flags.document,
    set: flags.set ?? [],
    allowsInvalid: flags['allow-invalid'],
    badSignature: flags['bad-signature'],
    repeat: flags.repeat,
    sameBytes: flags['same-bytes'],
    isShuffled: flags.disorder,
    maxWaitMs: flags.delay ?? 0,
    loss: flags.loss ?? 0,
    seed: flags.seed ?? randomInt(MOST_SEED),
    now: new Date(),
  };
}
