import { BaseCommand } from '../../src/cli/base-command.ts';
import { journalFlag, runArgs } from '../../src/cli/bulk/bulk-flags.ts';
import type { BulkStatus } from '../../src/cli/bulk/results/bulk-status.ts';
import { bulkStatus, printStatus } from '../../src/cli/bulk/results/bulk-status.ts';
import { rowsEnded } from '../../src/cli/bulk/results/watch-run.ts';
import type { EsignClient } from '../../src/client/index.ts';

export default class BulkStatusCommand extends BaseCommand {
  static override summary = 'show the progress of a bulk run from its journal';
  static override description =
    'With the key of the service, also asks it which documents cannot be completed any more, and exits 13 if there are any.';
  static override examples = [
    '<%= config.bin %> bulk status contracts.csv',
    "<%= config.bin %> bulk status contracts.csv --json | jq '.problems[].message'",
  ];
  static override args = runArgs;
  static override flags = journalFlag;
  protected override readonly printsLines = true;

  async run(): Promise<BulkStatus> {
    const { args, flags } = await this.parse(BulkStatusCommand);
    const name = { manifest: args.manifest, journal: flags.journal };
    const status = await bulkStatus(name, (baseUrl) => this.#clientOf(baseUrl));
    if (this.out.isJson) this.out.document(status);
    printStatus(this.out, status, name);
    const [first] = status.ended;
    if (first) throw rowsEnded(status.ended.length, first);
    return status;
  }

  /** The journal alone is read without the key of its service. */
  async #clientOf(baseUrl: string): Promise<EsignClient | undefined> {
    const connection = await this.connection();
    const isOurs = connection.apiKey !== undefined && connection.baseUrl === baseUrl;
    return isOurs ? this.client() : undefined;
  }
}
