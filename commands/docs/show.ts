import { BaseCommand } from '../../src/cli/base-command.ts';
import { readEnding } from '../../src/cli/documents/ending.ts';
import { documentArgs, resolveDocument } from '../../src/cli/documents/resolve-document.ts';
import { printDocument } from '../../src/cli/documents/show-document.ts';
import type { Document } from '../../src/contract/document.ts';
import type { Ended } from '../../src/contract/extensions/extensions.ts';

export default class DocsShow extends BaseCommand {
  static override summary = "show a document with each signer's progress";
  static override examples = [
    '<%= config.bin %> docs show 5f0c1d5e',
    '<%= config.bin %> docs show 5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11 --json',
  ];
  static override args = documentArgs;

  async run(): Promise<Document & { readonly ended?: Ended }> {
    const { args } = await this.parse(DocsShow);
    const context = await this.context();
    const { client, signal } = context;
    const documentId = await resolveDocument(args.document, context);
    const document = await this.progress('reading the document', async () =>
      client.documents.retrieve(documentId, { signal }),
    );
    const ended = await readEnding(client, document, { signal });
    await printDocument(this.out, document, ended);
    return { ...document, ...(ended && { ended }) };
  }
}
