import { Flags } from '@oclif/core';

/** The flag that names a new document. */
export const nameFlag = Flags.string({
  description: "label of the document (default: the file's name)",
  helpValue: 'LABEL',
});
