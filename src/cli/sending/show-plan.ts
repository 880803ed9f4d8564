import { counted } from '../terminal/counted.ts';
import { harmless } from '../terminal/harmless.ts';
import type { Printer } from '../terminal/printer.ts';
import { tableText } from '../terminal/table.ts';

/** What a send will do, as shown before it is done. */
export interface SendPlan {
  readonly name: string;
  /** Of a file: what will be uploaded. */
  readonly pages?: number | undefined;
  readonly sha256?: string | undefined;
  readonly signers: ReadonlyArray<{
    readonly name: string;
    readonly email: string | null;
    readonly phone: string;
  }>;
}

/** Prints on stderr what a send will do: document, pages and hash, recipients in their order, credits. */
export async function printPlan(printer: Printer, plan: SendPlan): Promise<void> {
  const { name, pages, sha256, signers } = plan;
  const size = pages === undefined ? '' : ` (${counted(pages, 'page')})`;
  printer.note(`${printer.paintNote.bold(harmless(name))}${size}`);
  if (sha256 !== undefined) printer.note(printer.paintNote.dim(`SHA-256 ${sha256}`));
  const rows = signers.map((signer, index) => [
    String(index + 1),
    signer.name,
    signer.email ?? '–',
    signer.phone,
  ]);
  printer.note('');
  printer.note(await tableText({ heads: ['#', 'name', 'email', 'phone'], rows }));
  printer.note('');
  printer.note(`${counted(signers.length, 'mail')}, ${counted(signers.length, 'credit')}`);
}
