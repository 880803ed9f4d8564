import { Args } from '@oclif/core';

/** The argument that names one document. */
export const documentArgs = {
  document: Args.string({
    description: 'id of the document, or the first 8 characters of it or more (default: pick one)',
    ignoreStdin: true,
  }),
};

/** The argument that names any number of documents. */
export const documentsArgs = {
  document: Args.string({
    description: 'ids of documents, or the first 8 characters of each or more (default: pick one)',
    ignoreStdin: true,
    multiple: true,
  }),
};
