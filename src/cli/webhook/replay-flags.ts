import { Args, Flags } from '@oclif/core';
import { secretFileFlag } from './listen-flags.ts';
import { targetFlag } from './target-flag.ts';

/** The argument of `webhook replay`. */
export const replayArgs = {
  saved: Args.string({
    description: 'saved deliveries, or folders of them',
    required: true,
    multiple: true,
    ignoreStdin: true,
  }),
};

/** The flags of `webhook replay`. */
export const replayFlags = {
  to: targetFlag({ required: true }),
  resign: Flags.boolean({ description: 'sign anew with the secret at hand' }),
  event: Flags.string({ description: 'event that a bare body is', helpValue: 'TYPE' }),
  'secret-file': secretFileFlag,
};
