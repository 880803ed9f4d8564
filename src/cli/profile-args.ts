import { Args } from '@oclif/core';

/** The argument that names a profile. */
export const profileArgs = {
  name: Args.string({ description: 'name of the profile', required: true, ignoreStdin: true }),
};
