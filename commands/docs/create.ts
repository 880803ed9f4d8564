import { BaseCommand } from '../../src/cli/base-command.ts';
import {
  nameFlag,
  readUploadFile,
  warnOfEmptyFields,
} from '../../src/cli/documents/upload-file.ts';
import { required } from '../../src/cli/input/argument.ts';
import { harmless } from '../../src/cli/terminal/harmless.ts';
import type { CreatedDocument } from '../../src/contract/document.ts';

export default class DocsCreate extends BaseCommand {
  static override summary = 'upload a PDF as a new document';
  static override examples = [
    '<%= config.bin %> docs create contract.pdf',
    '<%= config.bin %> docs create lease.pdf --name "Lease agreement" --json',
    'cat contract.pdf | <%= config.bin %> docs create - --name contract',
  ];
  static override args = { file: required('PDF file, up to 10 MB; - for stdin') };
  static override flags = { name: nameFlag };

  async run(): Promise<CreatedDocument> {
    const { args, flags } = await this.parse(DocsCreate);
    const { client, kept } = await this.context();
    const file = await readUploadFile(args.file, flags.name);
    const options = { signal: this.signal, ...(flags.name !== undefined && { name: flags.name }) };
    const reader = this.pageReader(() => import('../../src/pdf/reading/page-reader.ts'));
    const [created, admission] = await this.progress('uploading', () =>
      Promise.all([
        client.documents.create({ data: file.bytes, name: file.name }, options),
        reader.admit(file.bytes),
      ]),
    );
    warnOfEmptyFields(admission, this.out);
    this.out.result(`${created.documentId}  ${created.status}  ${harmless(created.name)}`);
    kept.offer([created], false);
    this.out.next(`esign signers add ${created.documentId}`);
    return created;
  }
}
