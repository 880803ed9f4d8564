import type { SendResult } from '../../client/index.ts';
import type { SignerInput } from '../../contract/signer.ts';
import type { CommandContext } from '../command-context.ts';
import { resolveDocument } from '../documents/resolve-document.ts';
import { readUploadFile } from '../documents/upload-file.ts';
import { askSigners } from '../signers/ask-signers.ts';
import { readSigners } from '../signers/read-signers.ts';
import { checkRecipients } from '../signers/recipient-allow-list.ts';
import { signersMissing } from '../terminal/interactive.ts';
import { checkFileHash, checkSignerCount } from './expectation.ts';
import type { SendFlags, SendTarget } from './send-argument.ts';
import { sendFile } from './send-file.ts';
import { confirmSend, planForDocument, planForFile } from './send-plan.ts';
import type { SendPlan } from './show-plan.ts';

/** What a send works with. */
export interface SendContext extends CommandContext {
  /** Number of pages of a PDF; undefined when it cannot be told. */
  readonly countPages: (pdf: Uint8Array) => Promise<number | undefined>;
}

/**
 * Sends a document, or creates one from a file and sends it, once a yes is given. Throws `CliError`s before anything is
 * sent, and the client's errors.
 */
export function send(
  target: SendTarget,
  flags: SendFlags,
  context: SendContext,
): Promise<SendResult> {
  return target.kind === 'file'
    ? fileToSigners(target.path, flags, context)
    : documentToSigners(target.name, flags, context);
}

async function documentToSigners(
  name: string | undefined,
  flags: SendFlags,
  context: SendContext,
): Promise<SendResult> {
  const { client, signal } = context;
  const documentId = await resolveDocument(name, { ...context, offered: 'PENDING' });
  if (!flags.yes || context.recipients || flags['expect-signers'] !== undefined) {
    const document = await client.documents.retrieve(documentId, { signal });
    checkSignerCount(document.signers.length, flags);
    checkRecipients(document.signers, context.recipients);
    await confirm(planForDocument(document), flags, context);
  }
  return context.progress('sending', async () => client.documents.send(documentId, { signal }));
}

async function fileToSigners(
  path: string,
  flags: SendFlags,
  context: SendContext,
): Promise<SendResult> {
  const file = await readUploadFile(path);
  checkFileHash(file.bytes, flags);
  const pages = await context.countPages(file.bytes);
  const signers = await signersOf(flags, pages, context);
  checkSignerCount(signers.length, flags);
  checkRecipients(signers, context.recipients);
  await confirm(planForFile(file, { label: flags.name, pages, signers }), flags, context);
  const toSend = { file, name: flags.name, signers };
  return context.progress('sending', () => sendFile(context.client, toSend, context.signal));
}

async function signersOf(
  flags: SendFlags,
  pages: number | undefined,
  { mayAsk, signal }: SendContext,
): Promise<SignerInput[]> {
  if (flags.signer || flags.signers) return (await readSigners(flags)).checked(pages);
  if (mayAsk) return askSigners(signal);
  throw signersMissing();
}

function confirm(plan: SendPlan, { yes }: SendFlags, context: SendContext): Promise<void> {
  const { out: printer, mayAsk, signal } = context;
  return confirmSend(plan, { printer, mayAsk, isConfirmed: yes === true, signal });
}
