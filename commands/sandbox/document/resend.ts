import { documentArgs } from '../../../src/cli/documents/resolve-document.ts';
import { SandboxCommand } from '../../../src/cli/sandbox/sandbox-command.ts';
import { localTime } from '../../../src/cli/terminal/times.ts';
import type { Answer } from '../../../src/sandbox/index.ts';

export default class SandboxDocumentResend extends SandboxCommand {
  static override summary = 'mail the signing link again to the signer whose turn it is';
  static override description =
    'Renews the life of all signing links of the document. Links that have expired stay so: the mail brings a new one. One address gets at most five such mails an hour and 20 a day.';
  static override examples = [
    '<%= config.bin %> sandbox document resend 5f0c1d5e',
    '<%= config.bin %> sandbox document resend 5f0c1d5e --json',
  ];
  static override args = documentArgs;

  async run(): Promise<Answer<'resendLink'>> {
    const { args, flags } = await this.parse(SandboxDocumentResend);
    const place = await this.place(flags);
    const control = await this.control(flags, import('../../../src/sandbox/index.ts'));
    const documentId = await this.sandboxDocument(args.document, place);
    const sent = await control.resendLink({ documentId });
    const { name, email, linksUntil } = sent;
    this.out.result(
      `Sending the link to ${name} <${email}>. It works until ${localTime(linksUntil)}.`,
    );
    this.out.next('esign sandbox inbox');
    return sent;
  }
}
