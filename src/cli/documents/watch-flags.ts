import { durationFlag } from '../input/duration-flag.ts';

/** The flags of a wait for a document, which make sense beside the flag that asks for one. */
export const watchFlags = (asked: 'wait' | 'watch') => ({
  timeout: durationFlag({
    description: 'how long to wait at most (then exit code 8)',
    dependsOn: [asked],
  }),
  interval: durationFlag({
    description: 'first wait between two looks; it grows up to a minute (default: 2s)',
    dependsOn: [asked],
  }),
});
