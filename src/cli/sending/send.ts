import type { EsignClient, SendResult } from '../../client/index.ts';
import { AbortedError, ApiError, EsignError, OutcomeUnknownError } from '../../client/index.ts';
import type { Document } from '../../contract/document.ts';
import type { SignerInput } from '../../contract/signer.ts';
import type { PageReader } from '../../pdf/reading/page-reader.ts';
import type { CommandContext } from '../command-context.ts';
import { requireExtension } from '../documents/extension.ts';
import { resolveDocument } from '../documents/resolve-document.ts';
import type { UploadFile } from '../documents/upload-file.ts';
import { cannotBeSent, readUploadFile, warnOfEmptyFields } from '../documents/upload-file.ts';
import { CliError } from '../errors/cli-error.ts';
import { describeError } from '../errors/describe-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { sha256Of } from '../input/sha256.ts';
import { keyOrigin } from '../profiles/connection.ts';
import type { SignedPdf } from '../signers/place-signers.ts';
import { askSigners, readSigners } from '../signers/read-signers.ts';
import { checkRecipients } from '../signers/recipient-allow-list.ts';
import { counted } from '../terminal/counted.ts';
import { cannotAsk, declined } from '../terminal/interactive.ts';
import { askConfirmation } from '../terminal/prompts.ts';
import { preview } from './preview.ts';
import type { SendFlags, SendTarget } from './send-flags.ts';
import type { DryRun, SendPlan } from './send-plan.ts';
import { dryRunOf, printPlan } from './send-plan.ts';
import { warnOfCoveredText, warnOfOverlaps } from './warn-of-covered-text.ts';

export interface SendContext extends CommandContext {
  readonly reader: PageReader;
}

/** After confirmation. Throws `CliError`s before anything is sent, and the client's errors. */
export function send(
  target: SendTarget,
  flags: SendFlags,
  context: SendContext,
): Promise<SendResult | DryRun> {
  return target.kind === 'file'
    ? sendNewFile(target.path, flags, context)
    : sendExisting(target.name, flags, context);
}

async function sendExisting(
  name: string | undefined,
  flags: SendFlags,
  context: SendContext,
): Promise<SendResult | DryRun> {
  const { client, signal } = context;
  const documentId = await resolveDocument(name, { ...context, offered: 'PENDING' });
  const isDry = flags['dry-run'] ?? false;
  if (isDry || !flags.yes || context.recipients || flags['expect-signers'] !== undefined) {
    const document = await client.documents.retrieve(documentId, { signal });
    assertPending(document);
    assertSigners(document);
    checkSignerCount(document.signers.length, flags);
    checkRecipients(document.signers, context.recipients);
    if (isDry) return showPlan(document, undefined, context);
    await confirm(document, flags, context);
  }
  return context.progress('sending', async () => client.documents.send(documentId, { signal }));
}

async function sendNewFile(
  path: string,
  flags: SendFlags,
  context: SendContext,
): Promise<SendResult | DryRun> {
  const { client, signal, reader } = context;
  const file = await readUploadFile(path, flags.name);
  const sha256 = sha256Of(file.bytes);
  checkFileHash(sha256, flags);
  const pages = await pagesOf(file, context);
  const given = await readSigners(flags, context);
  const pdf: SignedPdf = { pages, findWords: (wanted) => reader.findWords(file.bytes, wanted) };
  const signers = given ? await given.checked(pdf) : await askSigners(signal);
  checkSignerCount(signers.length, flags);
  checkRecipients(signers, context.recipients);
  const boxes = await warnOfCoveredText(file.bytes, signers, {
    ...context,
    isRefused: flags['refuse-covered'] ?? false,
  });
  warnOfOverlaps(boxes, context);
  const plan: SendPlan = { name: flags.name ?? file.name, pages: pages?.length, sha256, signers };
  const { preview: target, force = false } = flags;
  if (target !== undefined || flags['dry-run']) {
    const shown = { pdf: file.bytes, plan, boxes };
    const drawn = target && (await preview(shown, { target, force }, context));
    return showPlan(plan, drawn, context);
  }
  await confirm(plan, flags, context);
  const externalId = flags['external-id'];
  if (externalId !== undefined) await requireExtension('external-id', context);
  const toSend = { file, name: flags.name, signers, externalId };
  const sent = await context.progress('sending', () => sendFile(client, toSend, context));
  context.kept.offer([{ documentId: sent.documentId, name: flags.name ?? file.name }], false);
  return sent;
}

/** Undefined with a warning if the file could not be checked. Throws a `CliError` (exit 2). */
async function pagesOf({ bytes, name }: UploadFile, { reader, out }: SendContext) {
  const admission = await reader.admit(bytes);
  if (admission?.ok) {
    warnOfEmptyFields(admission, out);
    return admission.pages;
  }
  if (admission === undefined) {
    out.warn('this machine could not check the PDF; the service may refuse it');
    return undefined;
  }
  throw new CliError({
    code: 'invalid_file',
    what: `"${name}" ${cannotBeSent(admission)}; nothing was sent`,
    exitCode: EXIT.usage,
  });
}

async function showPlan(
  plan: SendPlan,
  drawn: string | undefined,
  { out, place }: SendContext,
): Promise<DryRun> {
  await printPlan({ write: (line) => out.result(line), paint: out.paint }, plan, place);
  out.note('nothing was sent');
  return dryRunOf(plan, drawn);
}

function assertPending({ documentId, status }: Document): void {
  if (status === 'PENDING') return;
  throw new CliError({
    code: 'invalid_state',
    what: `the document is ${status}; only a PENDING one can be sent`,
    next: `esign status ${documentId}`,
    exitCode: EXIT.wrongState,
    documentId,
  });
}

function assertSigners({ documentId, signers }: Document): void {
  if (signers.length > 0) return;
  throw new CliError({
    code: 'no_signers',
    what: 'the document has no signers; nothing was sent',
    next: `esign signers add ${documentId} --signer "Name <email> phone"`,
    exitCode: EXIT.refused,
    documentId,
  });
}

function checkSignerCount(count: number, { 'expect-signers': expected }: SendFlags): void {
  if (expected === undefined || expected === count) return;
  throw new CliError({
    code: 'unexpected_signers',
    what: `there ${count === 1 ? 'is' : 'are'} ${counted(count, 'signer')}, not ${expected} as expected; nothing was sent`,
    exitCode: EXIT.usage,
  });
}

function checkFileHash(sha256: string, { 'expect-sha256': expected }: SendFlags): void {
  if (expected === undefined || expected === sha256) return;
  throw new CliError({
    code: 'unexpected_file',
    what: 'the file does not have the expected SHA-256; nothing was sent',
    why: `its SHA-256 is ${sha256}`,
    exitCode: EXIT.usage,
  });
}

/** Throws a `CliError`: exit 2 if nobody can be asked, 130 if the answer is no. */
async function confirm(
  plan: SendPlan,
  { yes }: SendFlags,
  { out, place, mayAsk, signal }: SendContext,
): Promise<void> {
  if (yes) return;
  if (!mayAsk)
    throw cannotAsk(
      'sending mails the signers, takes one credit for each, and needs confirmation',
      'pass --yes',
    );
  const output = { write: (line: string) => out.note(line), paint: out.paintNote };
  await printPlan(output, plan, place);
  if (await askConfirmation('Send it?', signal)) return;
  throw declined('nothing was sent');
}

interface FileToSend {
  readonly file: UploadFile;
  readonly name: string | undefined;
  readonly signers: readonly SignerInput[];
  readonly externalId: string | undefined;
}

/** Names the document created before a later step failed, but not its state, which was not read. */
function leftBehind(
  error: unknown,
  documentId: string,
  { next, keyOrigin: origin }: { readonly next: string; readonly keyOrigin: string | undefined },
): unknown {
  if (!(error instanceof EsignError) || isOutcomeUnknown(error)) return error;
  const { code, message, why, exitCode } = describeError(error, {
    baseUrl: undefined,
    keyOrigin: origin,
  });
  const kept = `the document ${documentId} was created`;
  // Somebody else may have continued with it
  const isConflict = error instanceof ApiError && error.status === 409;
  return new CliError({
    code,
    what: message,
    why: why === undefined ? kept : `${why}; ${kept}`,
    next: isConflict ? `esign status ${documentId}` : next,
    exitCode,
    documentId,
    cause: error,
  });
}

/** An unknown outcome keeps its code, so that callers don't take it for a refusal. */
const isOutcomeUnknown = (error: EsignError): boolean =>
  error instanceof OutcomeUnknownError || (error instanceof AbortedError && error.opened);

/** Throws the client's errors; after the create, a `CliError` naming the document and next step. */
async function sendFile(
  client: EsignClient,
  { file, name, signers, externalId }: FileToSend,
  { place, signal }: Pick<SendContext, 'place' | 'signal'>,
): Promise<SendResult> {
  const origin = keyOrigin(place);
  const source = { data: file.bytes, name: file.name };
  const { documentId } = await client.documents.create(source, { name, signal });
  try {
    if (externalId !== undefined)
      await client.documents.setExternalId(documentId, externalId, { signal });
    await client.documents.addSigners(documentId, signers, { signal });
  } catch (error) {
    throw leftBehind(error, documentId, {
      next: `esign signers add ${documentId}`,
      keyOrigin: origin,
    });
  }
  try {
    return await client.documents.send(documentId, { signal });
  } catch (error) {
    throw leftBehind(error, documentId, { next: `esign send ${documentId}`, keyOrigin: origin });
  }
}
