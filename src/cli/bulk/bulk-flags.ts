import { Flags } from '@oclif/core';
import { required } from '../input/argument.ts';

/** The argument and the flag that name a run. */
export const runArgs = { manifest: required('CSV or JSON Lines, one row a document') };
export const journalFlag = {
  journal: Flags.string({
    description: 'journal of the run (default: MANIFEST.journal.jsonl)',
    helpValue: 'FILE',
  }),
};

/** What a run may have at once unless it is said; a service of usual size answers as fast as with more. */
const CONCURRENCY = 8;
const MOST_AT_ONCE = 64;

/** The flags of `bulk send` and `bulk retry`. */
export const runFlags = {
  ...journalFlag,
  'journal-full': Flags.boolean({ description: 'write phones into the journal whole' }),
  'allow-repeats': Flags.boolean({ description: 'send rows that are alike, too' }),
  concurrency: Flags.integer({
    description: 'rows at once at most; fewer while the service answers 429',
    default: CONCURRENCY,
    min: 1,
    max: MOST_AT_ONCE,
    helpValue: 'N',
  }),
  limit: Flags.integer({
    description: 'rows to take on in this run at most',
    min: 1,
    helpValue: 'N',
  }),
  'dry-run': Flags.boolean({ description: 'check everything and show the plan; send nothing' }),
  yes: Flags.boolean({ description: 'send without asking', char: 'y' }),
};

/** The flags as they were given. */
export interface RunFlags {
  readonly journal?: string | undefined;
  readonly 'journal-full': boolean;
  readonly 'allow-repeats': boolean;
  readonly concurrency: number;
  readonly limit?: number | undefined;
  readonly 'dry-run': boolean;
  readonly yes: boolean;
}
