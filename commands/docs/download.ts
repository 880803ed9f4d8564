import { BaseCommand } from '../../src/cli/base-command.ts';
import { documentsArgs, resolveDocuments } from '../../src/cli/documents/resolve-document.ts';
import type { SavedDocuments } from '../../src/cli/documents/save-downloads.ts';
import { saveDownloads, saveFlags } from '../../src/cli/documents/save-downloads.ts';

export default class DocsDownload extends BaseCommand {
  static override summary = 'download the signed PDFs of completed documents';
  static override examples = [
    '<%= config.bin %> docs download 5f0c1d5e',
    '<%= config.bin %> docs download 5f0c1d5e -o signed.pdf --force',
    '<%= config.bin %> docs download 5f0c1d5e 7a21b0cc -o archive --skip-existing --json',
  ];
  static override args = documentsArgs;
  static override flags = saveFlags;

  async run(): Promise<SavedDocuments> {
    const { args, flags } = await this.parse(DocsDownload);
    const context = await this.context();
    const { client, signal } = context;
    const how = { ...context, offered: 'COMPLETED' } as const;
    const documentIds = await resolveDocuments(args.document, how);
    const fetching = {
      documentIds,
      fetch: (documentId: string) => client.documents.download(documentId, { signal }),
      fallbackName: (documentId: string) => `${documentId}-signed.pdf`,
    };
    return saveDownloads(this.out, fetching, flags);
  }
}
