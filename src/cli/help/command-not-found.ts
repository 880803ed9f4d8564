import type { Hook } from '@oclif/core';
import { unknownCommand } from './unknown-command.ts';

/** Ends a run whose command does not exist with a usage error that names the nearest one. */
export const commandNotFound: Hook.CommandNotFound = async ({ id, config }) => {
  throw unknownCommand(id, config.commandIDs);
};
