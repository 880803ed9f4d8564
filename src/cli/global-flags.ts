import { Flags } from '@oclif/core';

export const globalFlags = {
  json: Flags.boolean({ description: 'print the result as JSON', helpGroup: 'GLOBAL' }),
  profile: Flags.string({
    description: 'profile to use instead of the current one',
    helpGroup: 'GLOBAL',
    helpValue: 'NAME',
  }),
  'no-input': Flags.boolean({ description: 'never prompt', helpGroup: 'GLOBAL' }),
  debug: Flags.boolean({
    description: 'log requests to stderr, with keys and links masked',
    helpGroup: 'GLOBAL',
  }),
};

export interface SharedFlags {
  readonly profile: string | undefined;
  readonly noInput: boolean;
  readonly debug: boolean;
}

export function sharedFlags(flags: Readonly<Record<string, unknown>>): SharedFlags {
  const { profile } = flags;
  return {
    profile: typeof profile === 'string' ? profile : undefined,
    noInput: flags['no-input'] === true,
    debug: flags.debug === true,
  };
}
