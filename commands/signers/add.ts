import { BaseCommand } from '../../src/cli/base-command.ts';
import { documentArgs } from '../../src/cli/documents/document-args.ts';
import { resolveDocument } from '../../src/cli/documents/resolve-document.ts';
import { askSigners } from '../../src/cli/signers/ask-signers.ts';
import type { SignerFlags } from '../../src/cli/signers/read-signers.ts';
import { readSigners } from '../../src/cli/signers/read-signers.ts';
import { checkRecipients } from '../../src/cli/signers/recipient-allow-list.ts';
import { printAddedSigners } from '../../src/cli/signers/show-signers.ts';
import { signerFlags } from '../../src/cli/signers/signer-flags.ts';
import { signersMissing } from '../../src/cli/terminal/interactive.ts';
import type { AddedSigners, SignerInput } from '../../src/contract/signer.ts';

export default class SignersAdd extends BaseCommand {
  static override summary = 'add signers to a document, in the order in which they sign';
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
    const given = await this.#given(flags);
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

  async #given(flags: SignerFlags): Promise<SignerInput[] | undefined> {
    if (flags.signer || flags.signers) return (await readSigners(flags)).checked();
    if (this.mayAsk) return undefined;
    throw signersMissing();
  }
}
