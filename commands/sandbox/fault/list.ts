import { SandboxCommand } from '../../../src/cli/sandbox/sandbox-command.ts';
import { printFaults } from '../../../src/cli/sandbox/show-faults.ts';
import type { SandboxFault } from '../../../src/sandbox/index.ts';

export default class SandboxFaultList extends SandboxCommand {
  static override summary = 'list the faults the test authority can simulate';
  static override examples = [
    '<%= config.bin %> sandbox fault list',
    "<%= config.bin %> sandbox fault list --json | jq -r '.faults[].fault'",
  ];

  async run(): Promise<{ faults: SandboxFault[] }> {
    const { flags } = await this.parse(SandboxFaultList);
    const control = await this.control(flags, import('../../../src/sandbox/index.ts'));
    const faults = await control.listFaults();
    await printFaults(this.out, faults);
    return { faults };
  }
}
