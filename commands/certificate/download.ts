import { BaseCommand } from '../../src/cli/base-command.ts';
import { orEnded } from '../../src/cli/documents/ending.ts';
import { documentFinder, documentsArgs } from '../../src/cli/documents/resolve-document.ts';
import type { SavedDocuments } from '../../src/cli/documents/save-downloads.ts';
import { saveDownloads, saveFlags } from '../../src/cli/documents/save-downloads.ts';
import { allOfFlags, documentsToSave } from '../../src/cli/finding/all-of.ts';

export default class CertificateDownload extends BaseCommand {
  static override summary = 'download completion certificates';
  static override description =
    'Each request generates a new certificate, so use --skip-existing to keep existing files. With several documents, continues after a failure, reports each, and exits with the worst code.';
  static override examples = [
    '<%= config.bin %> certificate download 5f0c1d5e',
    '<%= config.bin %> certificate download 5f0c1d5e -o certificate.pdf --force',
    '<%= config.bin %> certificate download 5f0c1d5e 7a21b0cc -o archive --skip-existing --json',
    '<%= config.bin %> certificate download --all-of asha@example.in -o archive',
  ];
  static override args = documentsArgs;
  static override flags = { ...saveFlags, ...allOfFlags };

  async run(): Promise<SavedDocuments> {
    const { args, flags } = await this.parse(CertificateDownload);
    const context = await this.context({ noCache: flags['no-cache'] });
    const { client, signal } = context;
    const how = { ...context, offered: 'COMPLETED' } as const;
    const names = await documentsToSave(args.document, flags['all-of'], context);
    const fetching = {
      names,
      resolve: documentFinder(how),
      fetch: (documentId: string) =>
        orEnded(client, documentId, client.documents.certificate(documentId, { signal })),
      fallbackName: (documentId: string) => `${documentId}-certificate.pdf`,
    };
    return saveDownloads(this.out, fetching, flags);
  }
}
