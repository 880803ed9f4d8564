import { BaseCommand } from '../src/cli/base-command.ts';
import { diagnose } from '../src/cli/doctor/diagnose.ts';
import type { Diagnosis } from '../src/cli/doctor/diagnosis.ts';
import { printDiagnosis } from '../src/cli/doctor/diagnosis.ts';
import { EXIT } from '../src/cli/errors/exit-codes.ts';

export default class Doctor extends BaseCommand {
  static override summary = 'check settings, network and access, and say how to mend them';
  static override description =
    'Changes nothing, and reads one document of the list. Exits with the code that commands would end with: 2 for settings, 4 for the key, 9 for the network; a warning exits 0. The port, lock and disk of the sandbox, the local index and saved completion scripts cause warnings at most. The output has no key, secret or password, so it can be pasted.';
  static override examples = [
    '<%= config.bin %> doctor',
    '<%= config.bin %> doctor --profile staging',
    '<%= config.bin %> doctor --json | jq \'.checks[] | select(.state == "failed")\'',
  ];
  protected override readonly printsLines = true;

  async run(): Promise<Diagnosis> {
    const { flags } = await this.parse(Doctor);
    const { addressOf, lockPath } = await import('../src/sandbox/index.ts');
    const { environment, signal } = this;
    const found = await this.progress('checking', () =>
      diagnose({
        environment,
        profile: flags.profile,
        openStore: () => this.store(),
        sandbox: { addressOf, lockPath },
        version: this.config.version,
        signal,
      }),
    );
    if (this.out.isJson) this.out.document(found);
    else printDiagnosis(this.out, found);
    if (found.exitCode !== EXIT.done) this.exit(found.exitCode);
    return found;
  }
}
