/** What commands use of the framework: its index would load all of it. */
export * as Args from '@oclif/core/args';
export { Command } from '@oclif/core/command';
export * as Flags from '@oclif/core/flags';
