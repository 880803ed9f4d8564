/** The parts of the framework that commands use: its index would load all of it. */
export * as Args from '@oclif/core/args';
export { Command } from '@oclif/core/command';
export * as Flags from '@oclif/core/flags';
