import { Flags } from '@oclif/core';
import { documentArgs } from '../../src/cli/documents/resolve-document.ts';
import { SandboxCommand } from '../../src/cli/sandbox/sandbox-command.ts';
import { printTable } from '../../src/cli/terminal/table.ts';
import { localTime } from '../../src/cli/terminal/times.ts';
import type { Answer } from '../../src/sandbox/index.ts';

export default class SandboxSign extends SandboxCommand {
  static override summary = 'sign as the next signer, through the real pages';
  static override description =
    'Opens the link, consents, and enters the identity number and the OTP from the test phone, as a signer would.';
  static override examples = [
    '<%= config.bin %> sandbox sign 5f0c1d5e',
    '<%= config.bin %> sandbox sign 5f0c1d5e --signer asha@example.in',
    '<%= config.bin %> sandbox sign 5f0c1d5e --all --json',
    '<%= config.bin %> sandbox sign 5f0c1d5e --identity "Ravi Kumar"',
  ];
  static override args = documentArgs;
  static override flags = {
    signer: Flags.string({
      description: 'signer to sign as (default: the next)',
      helpValue: 'ORDER|EMAIL',
      exclusive: ['all'],
    }),
    all: Flags.boolean({ description: 'sign as all signers, in order' }),
    identity: Flags.string({
      description: 'test identity to sign with (default: one of the signer’s name)',
      helpValue: 'NUMBER|NAME',
    }),
  };

  async run(): Promise<{ signers: Answer<'sign'>['signers'][number][] }> {
    const { args, flags } = await this.parse(SandboxSign);
    const place = await this.place(flags);
    const control = await this.control(flags, import('../../src/sandbox/index.ts'));
    const documentId = await this.sandboxDocument(args.document, place);
    const { signer, all, identity } = flags;
    const signed = await this.progress('signing', () =>
      control.sign({ documentId, signer, all, identity }),
    );
    const rows = signed.signers.map(({ signingOrder, name, signedAt }) => [
      String(signingOrder),
      name,
      localTime(signedAt),
    ]);
    await printTable(this.out, { heads: ['#', 'name', 'signed'], rows, flexible: [1] });
    this.out.next(`esign status ${documentId}`);
    return signed;
  }
}
