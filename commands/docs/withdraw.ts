import { Flags } from '@oclif/core';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { withExtension } from '../../src/cli/documents/extension.ts';
import { documentArgs, resolveDocument } from '../../src/cli/documents/resolve-document.ts';
import type { WithdrawnDocument } from '../../src/contract/extensions/extensions.ts';

export default class DocsWithdraw extends BaseCommand {
  static override summary = 'withdraw a sent document, so that nobody can sign it';
  static override description =
    'Closes the signing links and mails the reason to all signers. It cannot be undone, and credits are not returned. The status stays SENT; docs show and docs timeline say how it ended.';
  static override examples = [
    '<%= config.bin %> docs withdraw 5f0c1d5e --reason "The rent is wrong"',
    '<%= config.bin %> docs withdraw 5f0c1d5e --reason "Sent twice" --json',
  ];
  static override args = documentArgs;
  static override flags = {
    reason: Flags.string({
      description: 'reason that the signers see, of at most 500 characters',
      helpValue: 'TEXT',
      required: true,
    }),
  };

  async run(): Promise<WithdrawnDocument> {
    const { args, flags } = await this.parse(DocsWithdraw);
    const context = await this.context();
    const { client, signal } = context;
    const documentId = await resolveDocument(args.document, { ...context, offered: 'SENT' });
    const { reason } = flags;
    const withdrawn = await withExtension(
      'withdraw',
      { ...context, documentId },
      client.documents.withdraw(documentId, { reason, signal }),
    );
    this.out.result('Withdrawn. Nobody can sign the document any more.');
    this.out.next(`esign docs timeline ${documentId}`);
    return withdrawn;
  }
}
