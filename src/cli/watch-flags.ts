import { durationFlag } from './duration-flag.ts';

/** The flags of a wait for a document. */
export const watchFlags = {
  timeout: durationFlag({ description: 'how long to wait at most (then exit code 8)' }),
  interval: durationFlag({
    description: 'first wait between two looks; it grows up to a minute (default: 2s)',
  }),
};
