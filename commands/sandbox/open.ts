import { Args, Flags } from '@oclif/core';
import type { SandboxPlace } from '../../src/cli/sandbox-command.ts';
import { SandboxCommand } from '../../src/cli/sandbox-command.ts';
import type { SandboxControl, SandboxPages } from '../../src/sandbox/index.ts';

const isPage = (name: string, pages: SandboxPages): name is keyof SandboxPages =>
  Object.hasOwn(pages, name);

interface Asked {
  readonly text: string;
  readonly place: SandboxPlace;
  readonly signer: string | undefined;
}

export default class SandboxOpen extends SandboxCommand {
  static override summary = "open a page of the running sandbox, or a signer's, in the browser";
  static override description =
    "Without a terminal the address is only printed. A signer's page that is opened counts as opened by that signer.";
  static override examples = [
    '<%= config.bin %> sandbox open',
    '<%= config.bin %> sandbox open phone',
    '<%= config.bin %> sandbox open 5f0c1d5e --signer 2',
    '<%= config.bin %> sandbox open dashboard --json | jq -r .url',
  ];
  static override args = {
    page: Args.string({
      description: 'inbox, phone, dashboard, authority, or a document for its signing link',
      default: 'inbox',
      ignoreStdin: true,
    }),
  };
  static override flags = {
    signer: Flags.string({
      description: "of a document: this signer's page (default: whose turn it is)",
      helpValue: 'ORDER|EMAIL',
    }),
  };

  async run(): Promise<{ url: string; opened: boolean }> {
    const { args, flags } = await this.parse(SandboxOpen);
    const place = await this.place(flags);
    const control = await this.control(flags, import('../../src/sandbox/index.ts'));
    const pages = await control.pages();
    const url = isPage(args.page, pages)
      ? pages[args.page]
      : await this.#link(control, { text: args.page, place, signer: flags.signer });
    this.out.result(url);
    if (this.mayAnimate) {
      const { default: open } = await import('open');
      await open(url);
    }
    return { url, opened: this.mayAnimate };
  }

  async #link(control: SandboxControl, { text, place, signer }: Asked): Promise<string> {
    const documentId = await this.sandboxDocument(text, place);
    const { url } = await control.link({ documentId, ...(signer !== undefined && { signer }) });
    return url;
  }
}
