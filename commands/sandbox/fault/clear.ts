import { Flags } from '@oclif/core';
import { optional } from '../../../src/cli/input/argument.ts';
import { SandboxCommand } from '../../../src/cli/sandbox/sandbox-command.ts';
import { printFaults } from '../../../src/cli/sandbox/show-faults.ts';
import type { SandboxFault } from '../../../src/sandbox/index.ts';

export default class SandboxFaultClear extends SandboxCommand {
  static override summary = 'clear faults of the test authority and of the API';
  static override examples = [
    '<%= config.bin %> sandbox fault clear',
    '<%= config.bin %> sandbox fault clear api-slow --json',
  ];
  static override args = { fault: optional('fault to clear (default: all)') };
  static override flags = {
    account: Flags.string({
      description: 'clear only faults of the API for this account',
      helpValue: 'ID',
    }),
  };

  async run(): Promise<{ cleared: SandboxFault[] }> {
    const { args, flags } = await this.parse(SandboxFaultClear);
    const control = await this.control(flags, import('../../../src/sandbox/index.ts'));
    const { fault } = args;
    const cleared = await control.clearFaults({ fault, accountId: flags.account });
    this.out.note(cleared.length === 0 ? 'No fault was set.' : 'Cleared:');
    if (cleared.length > 0) await printFaults(this.out, cleared);
    return { cleared };
  }
}
