import type { Interfaces } from '@oclif/core';
import { Flags } from '@oclif/core';
import { required } from '../input/argument.ts';
import { coveredFlag } from '../sending/warn-of-covered-text.ts';
import { shellWord } from '../terminal/shell-word.ts';

export const runArgs = {
  manifest: required('CSV or JSON Lines file with one document per row'),
};
export const journalFlag = {
  journal: Flags.string({
    description: 'journal of the run (default: MANIFEST.journal.jsonl)',
    helpValue: 'FILE',
  }),
};

export interface RunName {
  readonly manifest: string;
  readonly journal?: string | undefined;
}

export const journalPath = ({ manifest, journal }: RunName): string =>
  journal ?? `${manifest}.journal.jsonl`;

export function bulkCommand(verb: string, { manifest, journal }: RunName): string {
  const named = journal === undefined ? '' : ` --journal ${shellWord(journal)}`;
  return `esign bulk ${verb} ${shellWord(manifest)}${named}`;
}

/** More requests don't make a typical service faster. */
const CONCURRENCY = 8;
const MOST_CONCURRENCY = 64;

export const runFlags = {
  ...journalFlag,
  'journal-full': Flags.boolean({ description: 'do not mask phone numbers in the journal' }),
  'allow-repeats': Flags.boolean({ description: 'also send duplicate rows' }),
  'refuse-covered': coveredFlag,
  concurrency: Flags.integer({
    description:
      'maximum number of rows sent at the same time; lowered while the service answers 429',
    default: CONCURRENCY,
    min: 1,
    max: MOST_CONCURRENCY,
    helpValue: 'N',
  }),
  limit: Flags.integer({
    description: 'maximum rows to process in this run',
    min: 1,
    helpValue: 'N',
  }),
  'dry-run': Flags.boolean({
    description: 'check the manifest and its PDFs and show the plan; send nothing',
  }),
  yes: Flags.boolean({ description: 'do not ask for confirmation', char: 'y' }),
};

export type RunFlags = Interfaces.InferredFlags<typeof runFlags>;
