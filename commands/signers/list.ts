import { BaseCommand } from '../../src/cli/base-command.ts';
import { documentArgs, resolveDocument } from '../../src/cli/documents/resolve-document.ts';
import { printSigners, SIGNER_COLUMNS } from '../../src/cli/documents/show-document.ts';
import { rowFlags } from '../../src/cli/rows/row-flags.ts';
import { showRows } from '../../src/cli/rows/show-rows.ts';
import type { DocumentSigner } from '../../src/contract/signer.ts';

export default class SignersList extends BaseCommand {
  static override summary = 'list the signers of a document with their progress';
  static override examples = [
    '<%= config.bin %> signers list 5f0c1d5e',
    '<%= config.bin %> signers list 5f0c1d5e --query "signers[?hasSigned].email"',
    "<%= config.bin %> signers list 5f0c1d5e --json | jq -r '.signers[].signUrl'",
  ];
  static override args = documentArgs;
  static override flags = rowFlags(SIGNER_COLUMNS);

  async run(): Promise<{ signers: DocumentSigner[] }> {
    const { args, flags } = await this.parse(SignersList);
    const context = await this.context();
    const { client, signal } = context;
    const documentId = await resolveDocument(args.document, context);
    const { signers: rows } = await client.documents.retrieve(documentId, { signal });
    const listing = { rows, flags, known: SIGNER_COLUMNS };
    const signers = await showRows(this.out, listing, async (sorted) => {
      if (sorted.length > 0) return await printSigners(this.out, sorted);
      this.out.note('No signers yet.');
      this.out.next(`esign signers add ${documentId}`);
    });
    return { signers };
  }
}
