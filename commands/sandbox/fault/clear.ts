import { Args } from '@oclif/core';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';
import { printFaults } from '../../../src/cli/show-faults.ts';
import type { SandboxFault } from '../../../src/sandbox/index.ts';

export default class SandboxFaultClear extends SandboxCommand {
  static override summary = 'let the test authority work again';
  static override examples = [
    '<%= config.bin %> sandbox fault clear',
    '<%= config.bin %> sandbox fault clear down --json',
  ];
  static override args = {
    fault: Args.string({ description: 'this one only (default: all)', ignoreStdin: true }),
  };

  async run(): Promise<{ cleared: SandboxFault[] }> {
    const { args, flags } = await this.parse(SandboxFaultClear);
    const { dataDir } = await this.place(flags);
    const { openControl } = await import('../../../src/sandbox/index.ts');
    const cleared = await (await openControl(dataDir)).clearFaults(args.fault);
    if (cleared.length === 0) this.out.note('No fault was set.');
    else await printFaults(this.out, cleared);
    return { cleared };
  }
}
