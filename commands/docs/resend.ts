import { Flags } from '@oclif/core';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { withExtension } from '../../src/cli/documents/extension.ts';
import { findSigner } from '../../src/cli/documents/link-to-open.ts';
import { documentArgs, resolveDocument } from '../../src/cli/documents/resolve-document.ts';
import { harmless } from '../../src/cli/terminal/harmless.ts';
import { localTime } from '../../src/cli/terminal/times.ts';
import type { ResentLink } from '../../src/contract/extensions/extensions.ts';

export default class DocsResend extends BaseCommand {
  static override summary = 'mail a signing link again, and renew all links of the document';
  static override description =
    'Mails the signer whose turn it is. Links that have expired stay so: the mail brings a new one.';
  static override examples = [
    '<%= config.bin %> docs resend 5f0c1d5e',
    '<%= config.bin %> docs resend 5f0c1d5e --signer asha@example.in',
  ];
  static override args = documentArgs;
  static override flags = {
    signer: Flags.string({
      description: 'signer to mail (default: the one whose turn it is)',
      helpValue: 'ORDER|EMAIL',
    }),
  };

  async run(): Promise<ResentLink> {
    const { args, flags } = await this.parse(DocsResend);
    const context = await this.context();
    const { client, signal } = context;
    const documentId = await resolveDocument(args.document, { ...context, offered: 'SENT' });
    const { signer } = flags;
    const signerId =
      signer &&
      findSigner(await client.documents.retrieve(documentId, { signal }), signer).signerId;
    const sent = await withExtension(
      'resend',
      { ...context, documentId },
      client.documents.resend(documentId, { signal, ...(signerId && { signerId }) }),
    );
    const { name, email } = sent.signer;
    const until = localTime(sent.linksUntil);
    this.out.result(harmless(`Sending the link to ${name} <${email}>. It works until ${until}.`));
    this.out.next(`esign status ${documentId} --watch`);
    return sent;
  }
}
