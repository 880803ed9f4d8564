import { Flags } from '@oclif/core';
import type { SaveWishes } from './save-downloads.ts';

/** The flags of a command that writes files. */
export const saveFlags = {
  output: Flags.string({
    description: 'file or folder to write to (default: this folder); - is stdout',
    char: 'o',
    helpValue: 'PATH',
  }),
  force: Flags.boolean({ description: 'overwrite files that exist' }),
  'skip-existing': Flags.boolean({
    description: 'leave files that exist as they are',
    exclusive: ['force'],
  }),
};

/** What the flags wish for. Throws nothing. */
export function saveWishes(flags: {
  readonly output?: string | undefined;
  readonly force: boolean;
  readonly 'skip-existing': boolean;
}): SaveWishes {
  return { output: flags.output, force: flags.force, skipExisting: flags['skip-existing'] };
}
