import { Flags } from '@oclif/core';
import type { DocumentStatus } from '../../contract/document.ts';
import { DOCUMENT_STATUSES } from '../../contract/document-statuses.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';

/** Case-insensitive. Throws a `CliError` (exit 2) for an unknown status. */
export function readStatus(text: string): DocumentStatus {
  const status = DOCUMENT_STATUSES.find((one) => one === text.toUpperCase());
  if (status !== undefined) return status;
  throw new CliError({
    code: 'usage',
    what: `"${text}" is not one of ${DOCUMENT_STATUSES.join(', ')}`,
    next: 'esign docs list --help',
    exitCode: EXIT.usage,
  });
}

export const statusFlag = Flags.custom<DocumentStatus>({
  helpValue: 'STATUS',
  parse: async (text) => readStatus(text),
});
