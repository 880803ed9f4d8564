import { Flags } from '@oclif/core';
import { documentArgs } from '../../../src/cli/documents/resolve-document.ts';
import { SandboxCommand } from '../../../src/cli/sandbox/sandbox-command.ts';

export default class SandboxDocumentWithdraw extends SandboxCommand {
  static override summary = 'withdraw a sent document, so that nobody can sign it';
  static override description =
    'Closes the signing links and mails the reason to all signers. Credits are not returned. The API still shows the document as SENT.';
  static override examples = [
    '<%= config.bin %> sandbox document withdraw 5f0c1d5e --reason "The rent is wrong"',
    '<%= config.bin %> sandbox document withdraw 5f0c1d5e --reason "Sent twice" --json',
  ];
  static override args = documentArgs;
  static override flags = {
    reason: Flags.string({
      description: 'reason that the signers see, of at most 500 characters',
      helpValue: 'TEXT',
      required: true,
    }),
  };

  async run(): Promise<{ documentId: string; reason: string }> {
    const { args, flags } = await this.parse(SandboxDocumentWithdraw);
    const place = await this.place(flags);
    const control = await this.control(flags, import('../../../src/sandbox/index.ts'));
    const documentId = await this.sandboxDocument(args.document, place);
    const { reason } = flags;
    await control.withdraw({ documentId, reason });
    this.out.result('Withdrawn. Nobody can sign the document any more.');
    return { documentId, reason };
  }
}
