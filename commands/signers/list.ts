import { BaseCommand } from '../../src/cli/base-command.ts';
import { documentArgs, resolveDocument } from '../../src/cli/documents/resolve-document.ts';
import { printSigners } from '../../src/cli/documents/show-document.ts';
import type { DocumentSigner } from '../../src/contract/signer.ts';

export default class SignersList extends BaseCommand {
  static override summary = 'list the signers of a document with their progress';
  static override examples = [
    '<%= config.bin %> signers list 5f0c1d5e',
    "<%= config.bin %> signers list 5f0c1d5e --json | jq -r '.signers[].signUrl'",
  ];
  static override args = documentArgs;

  async run(): Promise<{ signers: DocumentSigner[] }> {
    const { args } = await this.parse(SignersList);
    const context = await this.context();
    const { client, signal } = context;
    const documentId = await resolveDocument(args.document, context);
    const { signers } = await client.documents.retrieve(documentId, { signal });
    if (signers.length > 0) await printSigners(this.out, signers);
    else {
      this.out.note('No signers yet.');
      this.out.next(`esign signers add ${documentId}`);
    }
    return { signers };
  }
}
