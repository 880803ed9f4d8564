import { Flags } from '@oclif/core';
import { required } from '../../../src/cli/input/argument.ts';
import { snapshotError } from '../../../src/cli/sandbox/command-errors.ts';
import { SandboxCommand } from '../../../src/cli/sandbox/sandbox-command.ts';
import { harmless } from '../../../src/cli/terminal/harmless.ts';
import { saveFile } from '../../../src/client/index.ts';

interface SavedSnapshot {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly dataDir: string;
}

export default class SandboxSnapshotSave extends SandboxCommand {
  static override summary = 'save the data of a stopped sandbox in a file';
  static override description =
    'The file is a gzipped tar of database, documents, certificates, clock and mails. It holds the sandbox’s keys, and only you may read it.';
  static override examples = [
    '<%= config.bin %> sandbox snapshot save demo.tar.gz',
    '<%= config.bin %> sandbox snapshot save demo.tar.gz --force --json',
  ];
  static override args = { file: required('file to write') };
  static override flags = { force: Flags.boolean({ description: 'overwrite the file' }) };

  async run(): Promise<SavedSnapshot> {
    const { args, flags } = await this.parse(SandboxSnapshotSave);
    const { dataDir } = await this.place(flags);
    const { loadSnapshots } = await import('../../../src/sandbox/index.ts');
    const { saveSnapshot } = await loadSnapshots();
    const saved = await this.progress('saving the sandbox', async () => {
      const archive = await saveSnapshot(dataDir, this.config.version);
      const stream = (async function* () {
        yield archive;
      })();
      return await saveFile(stream, args.file, { force: flags.force, mode: 0o600 });
    });
    const { path: file, bytes, sha256 } = saved;
    this.out.result(`${harmless(file)}  ${bytes} bytes`);
    this.out.note('It holds the keys of the sandbox.');
    return { file, bytes, sha256, dataDir };
  }

  protected override async catch(error: unknown): Promise<never> {
    return super.catch(snapshotError(error));
  }
}
