import { Args, Flags } from '@oclif/core';
import { askSigners } from '../src/cli/ask-signers.ts';
import { BaseCommand } from '../src/cli/base-command.ts';
import { cannotAsk } from '../src/cli/interactive.ts';
import { readSigners } from '../src/cli/read-signers.ts';
import { resolveDocument } from '../src/cli/resolve-document.ts';
import type { SendFlags } from '../src/cli/send-argument.ts';
import { sendArgument } from '../src/cli/send-argument.ts';
import { sendFile } from '../src/cli/send-file.ts';
import { confirmSend, planForDocument, planForFile } from '../src/cli/send-plan.ts';
import { printDocument } from '../src/cli/show-document.ts';
import { printSent } from '../src/cli/show-signers.ts';
import { signerFlags } from '../src/cli/signer-flags.ts';
import { readUploadFile } from '../src/cli/upload-file.ts';
import { waitForDocument } from '../src/cli/wait-for-document.ts';
import { watchFlags } from '../src/cli/watch-flags.ts';
import type { EsignClient, SendResult } from '../src/client/index.ts';
import type { Document } from '../src/contract/document.ts';
import type { SignerInput } from '../src/contract/signer.ts';

export default class Send extends BaseCommand {
  static override summary = 'send a document, or a PDF in one step, to its signers';
  static override description =
    'Sending mails each signer a link and takes one credit for each. On a terminal it asks first; scripts pass --yes.';
  static override examples = [
    '<%= config.bin %> send 5f0c1d5e',
    '<%= config.bin %> send contract.pdf --signer "Asha Rao <asha@example.in> 9876543210"',
    '<%= config.bin %> send contract.pdf --signers signers.csv --yes --wait --timeout 2h --json',
  ];
  static override args = {
    document: Args.string({
      description: 'id of a document, or the first 8 characters of it or more; or a PDF file',
      ignoreStdin: true,
    }),
  };
  static override flags = {
    ...signerFlags,
    name: Flags.string({ description: "label of the document (default: the file's name)" }),
    yes: Flags.boolean({ description: 'send without asking', char: 'y' }),
    wait: Flags.boolean({ description: 'wait until everyone has signed' }),
    timeout: { ...watchFlags.timeout, dependsOn: ['wait'] },
    interval: { ...watchFlags.interval, dependsOn: ['wait'] },
  };

  async run(): Promise<SendResult | Document> {
    const { args, flags } = await this.parse(Send);
    const target = sendArgument(args.document, flags);
    const client = await this.client();
    const sent =
      target.kind === 'file'
        ? await this.#sendFile(client, target.path, flags)
        : await this.#sendDocument(client, target.name, flags);
    await printSent(this.out, sent);
    if (!flags.wait) {
      this.out.next(`esign status ${sent.documentId} --watch`);
      return sent;
    }
    const { mayAnimate, signal, out } = this;
    const waiting = { client, out, mayAnimate, signal };
    const document = await waitForDocument(waiting, sent.documentId, flags);
    await printDocument(out, document);
    return document;
  }

  async #sendDocument(
    client: EsignClient,
    name: string | undefined,
    flags: SendFlags,
  ): Promise<SendResult> {
    const { mayAsk, signal } = this;
    const documentId = await resolveDocument(name, { client, mayAsk, signal });
    if (!flags.yes) {
      const document = await client.documents.retrieve(documentId, { signal });
      await this.#confirm(planForDocument(document), flags);
    }
    return this.progress('sending', async () => client.documents.send(documentId, { signal }));
  }

  async #sendFile(client: EsignClient, path: string, flags: SendFlags): Promise<SendResult> {
    const file = await readUploadFile(path);
    const { countPages } = await import('../src/pdf/count-pages.ts');
    const pages = await countPages(file.bytes);
    const signers = await this.#signers(flags, pages);
    await this.#confirm(planForFile(file, { label: flags.name, pages, signers }), flags);
    const toSend = { file, name: flags.name, signers };
    return this.progress('sending', () => sendFile(client, toSend, this.signal));
  }

  async #signers(flags: SendFlags, pages: number | undefined): Promise<SignerInput[]> {
    if (flags.signer || flags.signers) return (await readSigners(flags)).checked(pages);
    if (this.mayAsk) return askSigners(this.signal);
    throw cannotAsk('signers are missing', 'pass --signer "Name <email> phone", or --signers FILE');
  }

  #confirm(plan: Parameters<typeof confirmSend>[0], { yes }: SendFlags): Promise<void> {
    const { out: printer, mayAsk, signal } = this;
    return confirmSend(plan, { printer, mayAsk, isConfirmed: yes === true, signal });
  }
}
