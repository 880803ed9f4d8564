import { Flags } from '@oclif/core';
import { BaseCommand } from '../../src/cli/base-command.ts';
import type { CommandContext } from '../../src/cli/command-context.ts';
import { linkToOpen } from '../../src/cli/documents/link-to-open.ts';
import { documentArgs, resolveDocument } from '../../src/cli/documents/resolve-document.ts';
import { openAddress } from '../../src/cli/terminal/open-address.ts';

export default class DocsOpen extends BaseCommand {
  static override summary = 'open the page of a document in the dashboard, or its signed PDF';
  static override description =
    "The page is for members of the account; anyone who is not signed in is asked to sign in first. Without a terminal, only prints the address. Opening a signer's page is recorded as opened by that signer.";
  static override examples = [
    '<%= config.bin %> docs open 5f0c1d5e',
    '<%= config.bin %> docs open 5f0c1d5e --pdf',
    '<%= config.bin %> docs open 5f0c1d5e --signer 1',
    '<%= config.bin %> docs open 5f0c1d5e --json | jq -r .url',
  ];
  static override args = documentArgs;
  static override flags = {
    pdf: Flags.boolean({
      description: 'open the signed PDF instead',
      exclusive: ['signer'],
    }),
    signer: Flags.string({
      description: "open this signer's page instead",
      helpValue: 'ORDER|EMAIL',
    }),
  };

  async run(): Promise<{ documentId: string; url: string; opened: boolean }> {
    const { args, flags } = await this.parse(DocsOpen);
    const context = await this.context();
    const documentId = await resolveDocument(args.document, context);
    const isLink = flags.pdf || flags.signer !== undefined;
    const url = isLink
      ? await this.#link(documentId, context, flags.signer)
      : `${context.baseUrl}/dashboard/documents/${documentId}`;
    this.out.result(url);
    return { documentId, url, opened: await openAddress(url, context.mayAnimate) };
  }

  async #link(documentId: string, { client, signal }: CommandContext, signer?: string) {
    return linkToOpen(await client.documents.retrieve(documentId, { signal }), signer);
  }
}
