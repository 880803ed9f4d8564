import { BaseCommand } from '../../src/cli/base-command.ts';
import { documentArgs, resolveDocument } from '../../src/cli/documents/resolve-document.ts';
import { printAddedSigners } from '../../src/cli/documents/show-document.ts';
import { askSigners, readSigners, signerFlags } from '../../src/cli/signers/read-signers.ts';
import { checkRecipients } from '../../src/cli/signers/recipient-allow-list.ts';
import type { AddedSigners } from '../../src/contract/signer.ts';

export default class SignersAdd extends BaseCommand {
  static override summary = 'add signers to a document, in signing order';
  static override examples = [
    '<%= config.bin %> signers add 5f0c1d5e --signer "Asha Rao <asha@example.in> 9876543210"',
    '<%= config.bin %> signers add 5f0c1d5e --signer "Ravi Kumar <ravi@example.in> 9876501234 @1:72,96,180x120"',
    '<%= config.bin %> signers add 5f0c1d5e --signers signers.csv',
  ];
  static override args = documentArgs;
  static override flags = signerFlags;

  async run(): Promise<AddedSigners> {
    const { args, flags } = await this.parse(SignersAdd);
    const context = await this.context();
    const { client, signal } = context;
    const given = await (await readSigners(flags, context))?.checked();
    const documentId = await resolveDocument(args.document, { ...context, offered: 'PENDING' });
    const signers = given ?? (await askSigners(signal));
    checkRecipients(signers, context.recipients);
    const added = await this.progress('adding signers', async () =>
      client.documents.addSigners(documentId, signers, { signal }),
    );
    await printAddedSigners(this.out, added.signers);
    this.out.next(`esign send ${documentId}`);
    return added;
  }
}
