import { BaseCommand } from '../src/cli/base-command.ts';
import { printDocument, printSent } from '../src/cli/documents/show-document.ts';
import { waitForDocument } from '../src/cli/documents/wait-for-document.ts';
import { optional } from '../src/cli/input/argument.ts';
import { send } from '../src/cli/sending/send.ts';
import { sendFlags, sendTarget, withPreviewValue } from '../src/cli/sending/send-flags.ts';
import type { DryRun } from '../src/cli/sending/send-plan.ts';
import type { SendResult } from '../src/client/index.ts';
import type { Document } from '../src/contract/document.ts';

export default class Send extends BaseCommand {
  static override summary = 'send a document, or a PDF in one step, to its signers';
  static override description =
    'Sending mails each signer a link and takes one credit per signer. Asks for confirmation on a terminal; in scripts, pass --yes.';
  static override examples = [
    '<%= config.bin %> send 5f0c1d5e',
    '<%= config.bin %> send contract.pdf --signer "Asha Rao <asha@example.in> 9876543210"',
    `<%= config.bin %> send contract.pdf --signer 'Asha Rao <asha@example.in> 9876543210 @text:"For the Lessee"' --preview`,
    '<%= config.bin %> send contract.pdf --signers signers.csv --yes --wait --timeout 2h --json',
  ];
  static override args = {
    document: optional(
      'PDF file; or id of a document, its first 8 or more characters, or words that find it',
    ),
  };
  static override flags = sendFlags;

  async run(): Promise<SendResult | Document | DryRun> {
    const { args, flags } = await this.parse(Send, withPreviewValue(this.argv));
    const target = sendTarget(args.document, flags);
    const context = await this.context();
    const reader = this.pageReader(() => import('../src/pdf/reading/page-reader.ts'));
    const sent = await send(target, flags, { ...context, reader });
    if ('dryRun' in sent) return sent;
    printSent(this.out, sent);
    if (!flags.wait) {
      this.out.next(`esign status ${sent.documentId} --watch`);
      return sent;
    }
    const document = await waitForDocument(context, sent.documentId, flags);
    await printDocument(this.out, document);
    return document;
  }
}
