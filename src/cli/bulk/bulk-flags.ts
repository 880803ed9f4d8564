import { Flags } from '@oclif/core';
import { required } from '../input/argument.ts';
import { shellWord } from '../terminal/shell-word.ts';

/** The arguments and flags that name a run. */
export const runArgs = {
  manifest: required('CSV or JSON Lines file with one document per row'),
};
export const journalFlag = {
  journal: Flags.string({
    description: 'journal of the run (default: MANIFEST.journal.jsonl)',
    helpValue: 'FILE',
  }),
};

/** A run as the command line names it. */
export interface RunName {
  readonly manifest: string;
  readonly journal?: string | undefined;
}

/** The path of a run's journal. */
export const journalPath = ({ manifest, journal }: RunName): string =>
  journal ?? `${manifest}.journal.jsonl`;

/** Another command on the same run, ready to paste. */
export function bulkCommand(verb: string, { manifest, journal }: RunName): string {
  const named = journal === undefined ? '' : ` --journal ${shellWord(journal)}`;
  return `esign bulk ${verb} ${shellWord(manifest)}${named}`;
}

/** A service of usual size is no faster with more. */
const CONCURRENCY = 8;
const MOST_CONCURRENCY = 64;

/** The flags of `bulk send` and `bulk retry`. */
export const runFlags = {
  ...journalFlag,
  'journal-full': Flags.boolean({ description: 'do not mask phone numbers in the journal' }),
  'allow-repeats': Flags.boolean({ description: 'also send duplicate rows' }),
  concurrency: Flags.integer({
    description: 'maximum rows at once; lowered while the service answers 429',
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

/** The parsed `runFlags`. */
export interface RunFlags {
  readonly journal?: string | undefined;
  readonly 'journal-full': boolean;
  readonly 'allow-repeats': boolean;
  readonly concurrency: number;
  readonly limit?: number | undefined;
  readonly 'dry-run': boolean;
  readonly yes: boolean;
}
