import { Args } from '@oclif/core';
import { optional } from '../input/argument.ts';

/** The argument that names one document. */
export const documentArgs = {
  document: optional(
    'id of the document, or the first 8 characters of it or more (default: pick one)',
  ),
};

/** The argument that names any number of documents. */
export const documentsArgs = {
  document: Args.string({
    description: 'ids of documents, or the first 8 characters of each or more (default: pick one)',
    ignoreStdin: true,
    multiple: true,
  }),
};
