import { Flags } from '@oclif/core';
import { nameFlag } from '../documents/name-flag.ts';
import { watchFlags } from '../documents/watch-flags.ts';
import { signerFlags } from '../signers/signer-flags.ts';
import { expectationFlags } from './expectation.ts';

/** The flags of `send`. */
export const sendFlags = {
  ...signerFlags,
  name: nameFlag,
  ...expectationFlags,
  yes: Flags.boolean({ description: 'send without asking', char: 'y' }),
  wait: Flags.boolean({ description: 'wait until everyone has signed' }),
  ...watchFlags('wait'),
};
