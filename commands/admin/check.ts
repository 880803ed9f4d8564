import { Flags } from '@oclif/core';
import { AdminCommand } from '../../src/cli/admin/admin-command.ts';
import { EXIT } from '../../src/cli/errors/exit-codes.ts';

export default class AdminCheck extends AdminCommand {
  static override summary = 'hold every record of the deployment against the others';
  static override description =
    `Compares files with their recorded SHA-256, audit trails with their hash chains, balances with the ledger, charges with what was sent, signatures with the authority's answers, and events with both; opens every webhook secret; and looks for work that was left behind. It changes nothing, and may run beside the service.

Exits 1 if it finds anything. --json prints one line for each finding, then one with the counts.`;
  static override examples = [
    '<%= config.bin %> admin check',
    '<%= config.bin %> admin check --fast --json',
  ];
  static override flags = {
    fast: Flags.boolean({ description: 'compare only the sizes of files, not their SHA-256' }),
  };
  protected override readonly printsLines = true;

  async run() {
    const { flags } = await this.parse(AdminCheck);
    const { out } = this;
    const inspected = await this.operate(flags, import('../../src/service/index.ts'), (operator) =>
      operator.inspect({
        isFast: flags.fast,
        onFinding: (finding) =>
          out.isJson
            ? out.line(finding)
            : out.text(`${finding.kind}  ${finding.id}  ${finding.what}\n`),
      }),
    );
    const { documents, files, bytes, findings } = inspected;
    if (out.isJson) out.line(inspected);
    else
      out.note(`${documents} documents, ${files} files with ${bytes} bytes: ${findings} findings.`);
    if (findings > 0) this.exit(EXIT.unexpected);
    return inspected;
  }
}
