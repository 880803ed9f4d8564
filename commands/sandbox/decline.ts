import { Flags } from '@oclif/core';
import { documentArgs } from '../../src/cli/documents/resolve-document.ts';
import { SandboxCommand } from '../../src/cli/sandbox/sandbox-command.ts';
import { harmless } from '../../src/cli/terminal/harmless.ts';
import type { Answer } from '../../src/sandbox/index.ts';

export default class SandboxDecline extends SandboxCommand {
  static override summary = 'decline as the next signer, through the real page';
  static override description =
    'Nobody can sign the document afterwards. The API still shows it as SENT.';
  static override examples = [
    '<%= config.bin %> sandbox decline 5f0c1d5e --reason "The rent is wrong"',
    '<%= config.bin %> sandbox decline 5f0c1d5e --signer asha@example.in --json',
  ];
  static override args = documentArgs;
  static override flags = {
    signer: Flags.string({
      description: 'signer to decline as (default: the next)',
      helpValue: 'ORDER|EMAIL',
    }),
    reason: Flags.string({ description: 'reason that the sender sees', helpValue: 'TEXT' }),
  };

  async run(): Promise<Answer<'decline'>> {
    const { args, flags } = await this.parse(SandboxDecline);
    const place = await this.place(flags);
    const control = await this.control(flags, import('../../src/sandbox/index.ts'));
    const documentId = await this.sandboxDocument(args.document, place);
    const { signer, reason } = flags;
    const declined = await control.decline({ documentId, signer, reason });
    this.out.result(harmless(`Declined as ${declined.name}.`));
    this.out.next(`esign docs timeline ${documentId}`);
    return declined;
  }
}
