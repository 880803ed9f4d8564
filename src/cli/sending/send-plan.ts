import { createHash } from 'node:crypto';
import type { Document } from '../../contract/document.ts';
import type { SignerInput } from '../../contract/signer.ts';
import type { UploadFile } from '../documents/upload-file.ts';
import { cannotAsk, declined } from '../terminal/interactive.ts';
import type { Printer } from '../terminal/printer.ts';
import { askConfirmation } from '../terminal/prompts.ts';
import type { SendPlan } from './show-plan.ts';
import { printPlan } from './show-plan.ts';

/** The plan for a document that the service has already. */
export function planForDocument({ name, signers }: Document): SendPlan {
  return { name, signers };
}

/** The plan for a file that is still to be uploaded. */
export function planForFile(
  { bytes, name }: UploadFile,
  details: {
    readonly label: string | undefined;
    readonly pages: number | undefined;
    readonly signers: SignerInput[];
  },
): SendPlan {
  const { label, pages, signers } = details;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { name: label ?? name, pages, sha256, signers };
}

/** How a send is confirmed. */
export interface Confirming {
  readonly printer: Printer;
  readonly mayAsk: boolean;
  readonly isConfirmed: boolean;
  readonly signal: AbortSignal;
}

/**
 * Shows the plan and asks for a yes, unless it was given beforehand. Throws a `CliError`: 2 when nobody can be asked, 1
 * when the answer is no; nothing was sent.
 */
export async function confirmSend(
  plan: SendPlan,
  { printer, mayAsk, isConfirmed, signal }: Confirming,
): Promise<void> {
  if (isConfirmed) return;
  if (!mayAsk)
    throw cannotAsk(
      'sending mails the signers and takes one credit for each: it needs a yes',
      'pass --yes',
    );
  await printPlan(printer, plan);
  if (await askConfirmation('Send it?', signal)) return;
  throw declined('nothing was sent');
}
