import { rowFlags } from '../../../src/cli/rows/row-flags.ts';
import { showRows } from '../../../src/cli/rows/show-rows.ts';
import { SandboxCommand } from '../../../src/cli/sandbox/sandbox-command.ts';
import { FAULT_COLUMNS, knownFaults, printFaults } from '../../../src/cli/sandbox/show-faults.ts';
import type { SandboxFault } from '../../../src/sandbox/index.ts';

export default class SandboxFaultList extends SandboxCommand {
  static override summary = 'list the faults that the test authority and the API can simulate';
  static override examples = [
    '<%= config.bin %> sandbox fault list',
    "<%= config.bin %> sandbox fault list --json | jq -r '.faults[].fault'",
  ];
  static override flags = rowFlags(FAULT_COLUMNS);

  async run(): Promise<{ faults: SandboxFault[] }> {
    const { flags } = await this.parse(SandboxFaultList);
    const module = import('../../../src/sandbox/index.ts');
    const { API_FAULTS, FAULTS, SandboxNotRunning } = await module;
    const listed = this.control(flags, module).then((control) => control.listFaults());
    const rows = await listed.catch((error: unknown) => {
      if (!(error instanceof SandboxNotRunning)) throw error;
      this.out.note('no sandbox is running here, so none is set');
      return knownFaults(FAULTS, API_FAULTS);
    });
    const listing = { rows, flags, known: FAULT_COLUMNS };
    const faults = await showRows(this.out, listing, (rows) => printFaults(this.out, rows));
    return { faults };
  }
}
