import { readFile } from 'node:fs/promises';
import { Flags } from '@oclif/core';
import { BaseCommand } from '../../src/cli/base-command.ts';
import type { BundleFlags, SavedBundle } from '../../src/cli/bundle/save-bundle.ts';
import { orEnded } from '../../src/cli/documents/ending.ts';
import {
  documentFinder,
  documentsArgs,
  resolveDocument,
} from '../../src/cli/documents/resolve-document.ts';
import type { SavedDocuments } from '../../src/cli/documents/save-downloads.ts';
import { saveDownloads, saveFlags } from '../../src/cli/documents/save-downloads.ts';
import { misuse } from '../../src/cli/errors/usage-error.ts';
import { allOfFlags, documentsToSave } from '../../src/cli/finding/all-of.ts';

export default class DocsDownload extends BaseCommand {
  static override summary = 'download the signed PDFs of completed documents';
  static override description =
    'A file that already exists and is identical is kept. With several documents, continues after a failure, reports each, and exits with the worst code. With --bundle, saves one document in a folder, for someone without esign: the signed PDF, its completion certificate, the certificates that both carry, verify.html, which checks them in a browser, offline, and VERIFY.txt with the commands to check them and what each proves. With --for, it is for one signer and leaves out the certificate, which has the emails, masked phones and network addresses of all. The folder is named after the document, and the signer if there is one, or given with --output. Existing files are kept if they are identical.';
  static override examples = [
    '<%= config.bin %> docs download 5f0c1d5e',
    '<%= config.bin %> docs download 5f0c1d5e -o signed.pdf --force',
    '<%= config.bin %> docs download 5f0c1d5e 7a21b0cc -o archive --skip-existing --json',
    '<%= config.bin %> docs download --all-of "rent agreement" -o archive',
    '<%= config.bin %> docs download 5f0c1d5e --bundle -o evidence',
    '<%= config.bin %> docs download 5f0c1d5e --bundle --for asha@example.in',
  ];
  static override args = documentsArgs;
  static override flags = {
    ...saveFlags,
    ...allOfFlags,
    bundle: Flags.boolean({
      description: 'save a folder with everything to check the document without esign',
      exclusive: ['all-of'],
    }),
    for: Flags.string({
      description: 'with --bundle: for this signer alone, without the certificate of all',
      helpValue: 'ORDER|EMAIL|NAME',
      dependsOn: ['bundle'],
    }),
  };

  async run(): Promise<SavedDocuments | SavedBundle> {
    const { args, flags } = await this.parse(DocsDownload);
    if (flags.bundle) assertBundle(args.document ?? [], flags.output);
    const context = await this.context({ noCache: flags['no-cache'] });
    const { client, signal } = context;
    const how = { ...context, offered: 'COMPLETED' } as const;
    const names = await documentsToSave(args.document, flags['all-of'], context);
    if (flags.bundle) return await this.#saveBundle(await resolveDocument(names[0], how), flags);
    const fetching = {
      names,
      resolve: documentFinder(how),
      fetch: (documentId: string) =>
        orEnded(client, documentId, client.documents.download(documentId, { signal })),
      fallbackName: (documentId: string) => `${documentId}-signed.pdf`,
    };
    return saveDownloads(this.out, fetching, flags);
  }

  async #saveBundle(documentId: string, flags: BundleFlags): Promise<SavedBundle> {
    const { saveBundle } = await import('../../src/cli/bundle/save-bundle.ts');
    const { startVerifier } = await import('../../src/pdf/verification/verifier.ts');
    const verifier = startVerifier({ script: this.asset('verify-worker.js') });
    try {
      const read = (pdf: Buffer) => verifier.certificates(pdf);
      const page = await readFile(this.asset('pages/verify.html'));
      return await saveBundle(await this.context(), documentId, { flags, read, page });
    } finally {
      verifier.close();
    }
  }
}

function assertBundle(documents: readonly string[], output: string | undefined): void {
  if (documents.length > 1)
    throw misuse('--bundle takes one document', 'run the command once for each document');
  if (output === '-') throw misuse('a bundle is a folder', 'name one with -o, or leave it out');
}
