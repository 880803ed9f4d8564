import { Flags } from '@oclif/core';
import type { DocumentStatus } from '../../contract/document.ts';
import { DOCUMENT_STATUSES } from '../../contract/document-statuses.ts';
import { misuse, usageError } from '../errors/usage-error.ts';
import { sinceFlag, untilFlag } from '../input/time-flag.ts';
import type { Wanted } from './match-document.ts';
import { wordsOf } from './match-document.ts';

/** Case-insensitive. Throws a `CliError` (exit 2) for an unknown status. */
function readStatus(text: string): DocumentStatus {
  const status = DOCUMENT_STATUSES.find((one) => one === text.toUpperCase());
  if (status !== undefined) return status;
  throw misuse(`"${text}" is not one of ${DOCUMENT_STATUSES.join(', ')}`, 'esign docs list --help');
}

const statusFlag = Flags.custom<DocumentStatus>({
  helpValue: 'STATUS',
  parse: async (text) => readStatus(text),
});

const helpGroup = 'FILTERS';

export const filterFlags = {
  signer: Flags.string({
    helpGroup,
    description: 'only documents with this signer, by name or email',
    helpValue: 'NAME',
  }),
  'waiting-on': Flags.string({
    helpGroup,
    description: 'only documents that wait for this signer now, by name or email',
    helpValue: 'NAME',
  }),
  status: statusFlag({
    helpGroup,
    description: `only documents with this status: ${DOCUMENT_STATUSES.join(', ')}`,
  }),
  since: sinceFlag({
    helpGroup,
    description: 'only documents created since, such as 30d or 2026-11-01',
  }),
  until: untilFlag({ helpGroup, description: 'only documents created until then' }),
};

/** A list has no words to look for. */
export const nameFilter = {
  name: Flags.string({
    helpGroup,
    description: 'only documents with this in their name',
    helpValue: 'TEXT',
  }),
};

/** Lists do not say when a document was completed. */
export const completedFilter = {
  'completed-since': sinceFlag({
    helpGroup,
    description: 'only documents completed since, such as 30d or 2026-11-01',
  }),
};

export const cacheFlags = {
  'no-cache': Flags.boolean({
    description: 'neither use nor keep the index of documents on this machine',
  }),
};

export const limitFlags = {
  limit: Flags.integer({ description: 'maximum number of documents', default: 20, min: 1 }),
  all: Flags.boolean({ description: 'list all documents', exclusive: ['limit'] }),
};

export const pageFlags = {
  ...limitFlags,
  offset: Flags.integer({ description: 'number of documents to skip', default: 0, min: 0 }),
};

interface FilterFlags {
  readonly name?: string | undefined;
  readonly signer?: string | undefined;
  readonly 'waiting-on'?: string | undefined;
  readonly status?: DocumentStatus | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  readonly 'completed-since'?: Date | undefined;
}

function wordsIn(text: string | undefined, what: string): string[] {
  if (text === undefined) return [];
  const words = wordsOf(text);
  if (words.length > 0) return words;
  throw usageError([`${what} is empty`], 'docs find');
}

/** Throws a `CliError` (exit 2) for an empty criterion. */
export function wantedOf(flags: FilterFlags, text?: string): Wanted {
  const { name, signer, status, since, until } = flags;
  return {
    words: wordsIn(text, 'TEXT'),
    name: wordsIn(name, '--name'),
    signer: wordsIn(signer, '--signer'),
    waitingOn: wordsIn(flags['waiting-on'], '--waiting-on'),
    ...{ status, since, until, completedSince: flags['completed-since'] },
  };
}
