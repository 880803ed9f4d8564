import { Flags } from '@oclif/core';
import { optional } from '../../src/cli/input/argument.ts';
import { SandboxCommand } from '../../src/cli/sandbox/sandbox-command.ts';
import { openAddress } from '../../src/cli/terminal/open-address.ts';
import type { Answer } from '../../src/sandbox/index.ts';

const isPage = (name: string, pages: Answer<'pages'>): name is keyof Answer<'pages'> =>
  Object.hasOwn(pages, name);

export default class SandboxOpen extends SandboxCommand {
  static override summary =
    "open a page of the running sandbox, or a signer's page, in the browser";
  static override description =
    "Without a terminal, only prints the address. Pages of the dashboard open by an address that signs in the owner of the sandbox's account: it works once, within 15 minutes, and that browser then stays signed in. Opening a signer's page is recorded as opened by that signer.";
  static override examples = [
    '<%= config.bin %> sandbox open',
    '<%= config.bin %> sandbox open phone',
    '<%= config.bin %> sandbox open 5f0c1d5e --signer 2',
    '<%= config.bin %> sandbox open dashboard --json | jq -r .url',
  ];
  static override args = {
    page: optional(
      'inbox (default), dashboard, desk, phone, controls, identities, authority, or a document to open its signing link',
    ),
  };
  static override flags = {
    signer: Flags.string({
      description: 'signer whose page to open (default: the next to sign)',
      helpValue: 'ORDER|EMAIL',
    }),
  };

  async run(): Promise<{ url: string; opened: boolean }> {
    const { args, flags } = await this.parse(SandboxOpen);
    const place = await this.place(flags);
    const control = await this.control(flags, import('../../src/sandbox/index.ts'));
    const pages = await control.pages();
    const { page = 'inbox' } = args;
    const link = async () => {
      const documentId = await this.sandboxDocument(page, place);
      return (await control.link({ documentId, ...(flags.signer && { signer: flags.signer }) }))
        .url;
    };
    const url = isPage(page, pages) ? pages[page] : await link();
    this.out.result(url);
    return { url, opened: await openAddress(url, this.mayAnimate) };
  }
}
