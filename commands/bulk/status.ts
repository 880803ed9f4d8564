import { BaseCommand } from '../../src/cli/base-command.ts';
import { journalFlag, runArgs } from '../../src/cli/bulk/bulk-flags.ts';
import type { BulkStatus } from '../../src/cli/bulk/results/bulk-status.ts';
import { bulkStatus, printStatus } from '../../src/cli/bulk/results/bulk-status.ts';

export default class BulkStatusCommand extends BaseCommand {
  static override summary = 'show the progress of a bulk run from its journal';
  static override examples = [
    '<%= config.bin %> bulk status contracts.csv',
    "<%= config.bin %> bulk status contracts.csv --json | jq '.problems[].message'",
  ];
  static override args = runArgs;
  static override flags = journalFlag;

  async run(): Promise<BulkStatus> {
    const { args, flags } = await this.parse(BulkStatusCommand);
    const name = { manifest: args.manifest, journal: flags.journal };
    const status = await bulkStatus(name);
    printStatus(this.out, status, name);
    return status;
  }
}
