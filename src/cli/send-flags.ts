import { Flags } from '@oclif/core';
import { expectationFlags } from './expectation.ts';
import { nameFlag } from './name-flag.ts';
import { signerFlags } from './signer-flags.ts';
import { watchFlags } from './watch-flags.ts';

/** The flags of `send`. */
export const sendFlags = {
  ...signerFlags,
  name: nameFlag,
  ...expectationFlags,
  yes: Flags.boolean({ description: 'send without asking', char: 'y' }),
  wait: Flags.boolean({ description: 'wait until everyone has signed' }),
  ...watchFlags('wait'),
};
