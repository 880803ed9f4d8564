import { Readable } from 'node:stream';
import { Flags } from '@oclif/core';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { bulkCommand } from '../../src/cli/bulk/bulk-flags.ts';
import { exampleManifest } from '../../src/cli/bulk/manifest/example-manifest.ts';
import { optional } from '../../src/cli/input/argument.ts';
import { harmless } from '../../src/cli/terminal/harmless.ts';
import { saveFile } from '../../src/client/index.ts';

export default class BulkInit extends BaseCommand {
  static override summary = 'write an example manifest, with a note on each column';
  static override examples = [
    '<%= config.bin %> bulk init',
    '<%= config.bin %> bulk init contracts.csv',
  ];
  static override args = { file: optional('file to write (default: manifest.csv)') };
  static override flags = { force: Flags.boolean({ description: 'overwrite an existing file' }) };

  async run(): Promise<{ readonly path: string }> {
    const { args, flags } = await this.parse(BulkInit);
    const { file = 'manifest.csv' } = args;
    const content = Readable.from([Buffer.from(exampleManifest())]);
    const { path } = await saveFile(content, file, { force: flags.force });
    this.out.result(harmless(path));
    this.out.next(bulkCommand('check', { manifest: file }));
    return { path };
  }
}
