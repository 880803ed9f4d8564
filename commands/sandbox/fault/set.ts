import { Flags } from '@oclif/core';
import { required } from '../../../src/cli/input/argument.ts';
import { readDuration } from '../../../src/cli/input/duration-flag.ts';
import { SandboxCommand } from '../../../src/cli/sandbox/sandbox-command.ts';
import { printFaults } from '../../../src/cli/sandbox/show-faults.ts';
import type { SandboxFault } from '../../../src/sandbox/index.ts';

export default class SandboxFaultSet extends SandboxCommand {
  static override summary = 'make the test authority fail';
  static override description =
    'A fault never signs anything, and the signer can start again at once. "sandbox fault list" names all faults.';
  static override examples = [
    '<%= config.bin %> sandbox fault set wrong-hash',
    '<%= config.bin %> sandbox fault set slow --delay 5s --times 3',
    '<%= config.bin %> sandbox fault set down --always --json',
  ];
  static override args = {
    fault: required('name of the fault, such as bad-signature'),
  };
  static override flags = {
    times: Flags.integer({
      description: 'number of times to fail',
      default: 1,
      min: 1,
      exclusive: ['always'],
    }),
    always: Flags.boolean({ description: 'fail until cleared' }),
    delay: Flags.string({
      description: 'delay of the fault "slow" (default: 20s)',
      helpValue: '5s',
    }),
  };

  async run(): Promise<SandboxFault> {
    const { args, flags } = await this.parse(SandboxFaultSet);
    const control = await this.control(flags, import('../../../src/sandbox/index.ts'));
    const set = await control.setFault({
      fault: args.fault,
      times: flags.always ? 'always' : flags.times,
      ...(flags.delay !== undefined && { delayMs: Math.round(readDuration(flags.delay)) }),
    });
    await printFaults(this.out, [set]);
    this.out.next('esign sandbox sign DOCUMENT');
    return set;
  }
}
