import { Flags } from '@oclif/core';
import { required } from '../../../src/cli/input/argument.ts';
import { readInputFile } from '../../../src/cli/input/read-input-file.ts';
import { forgetService } from '../../../src/cli/profiles/kept-files.ts';
import { snapshotError } from '../../../src/cli/sandbox/command-errors.ts';
import { SandboxCommand } from '../../../src/cli/sandbox/sandbox-command.ts';
import { startCommand } from '../../../src/cli/sandbox/start-command.ts';
import { cannotAsk, declined } from '../../../src/cli/terminal/interactive.ts';
import { askConfirmation } from '../../../src/cli/terminal/prompts.ts';

export default class SandboxSnapshotRestore extends SandboxCommand {
  static override summary = 'replace the data of a stopped sandbox with a snapshot';
  static override description =
    'A snapshot that is broken or of a newer esign is refused, and nothing is replaced.';
  static override examples = [
    '<%= config.bin %> sandbox snapshot restore demo.tar.gz --data-dir ./demo',
    '<%= config.bin %> sandbox snapshot restore demo.tar.gz --yes --json',
  ];
  static override args = { file: required('file that snapshot save wrote') };
  static override flags = {
    yes: Flags.boolean({ description: 'do not ask for confirmation', char: 'y' }),
  };

  async run(): Promise<{ dataDir: string; restored: true }> {
    const { args, flags } = await this.parse(SandboxSnapshotRestore);
    const { dataDir, profile } = await this.place(flags);
    const archive = await readInputFile(args.file, 'a snapshot');
    const { loadSnapshots } = await import('../../../src/sandbox/index.ts');
    const { hasData, restoreSnapshot, unpackSnapshot } = await loadSnapshots();
    const entries = await unpackSnapshot(archive, this.config.version);
    if (!flags.yes && (await hasData(dataDir))) await this.#confirm(dataDir);
    await this.progress('restoring the sandbox', () => restoreSnapshot(dataDir, entries));
    // Forgets everything kept about deleted documents
    const settings = (await this.store()).read();
    forgetService(this.environment.configDir, settings, profile?.baseUrl);
    this.out.result(`The sandbox in ${dataDir} is restored.`);
    const known = { dataDir, baseUrl: profile?.baseUrl };
    this.out.next(startCommand(known, this.environment.sandboxDir));
    return { dataDir, restored: true };
  }

  async #confirm(dataDir: string): Promise<void> {
    if (!this.mayAsk) throw cannotAsk('replacing a sandbox needs confirmation', 'pass --yes');
    if (await askConfirmation(`Replace everything in ${dataDir}?`, this.signal)) return;
    throw declined('nothing was replaced');
  }

  protected override async catch(error: unknown): Promise<never> {
    return super.catch(snapshotError(error));
  }
}
