import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Document, EsignClient, ResponseInfo } from '../../../client/index.ts';
import { InvalidStateError } from '../../../client/index.ts';
import { compareAdded } from '../../../client/recovery/reconcile.ts';
import type { SignerInput } from '../../../contract/signer.ts';
import { CliError } from '../../errors/cli-error.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import { unreadableFile } from '../../input/read-input-file.ts';
import { sha256Of } from '../../input/sha256.ts';
import { maskPhone } from '../../terminal/harmless.ts';
import type { RowEntry } from '../journal/journal-entry.ts';
import type { RowState, RowStep } from '../journal/row-state.ts';
import type { PlannedRow } from './plan.ts';

export type EntryFields = Partial<RowEntry> & Pick<RowEntry, 'phase'>;

export interface ReadyRequest {
  /** Journalled before the request is sent. */
  readonly intent: Partial<EntryFields>;
  readonly send: () => Promise<EntryFields>;
}

export interface RequestContext {
  readonly client: EsignClient;
  readonly planned: PlannedRow;
  readonly state: RowState | undefined;
  /** True when the document may hold signers this run did not add. */
  readonly needsCheck: boolean;
  readonly isFull: boolean;
}

type RowRequest = Extract<RowStep, { kind: 'request' }>;

const applied = ({ reconciled, requestId }: ResponseInfo): EntryFields => ({
  phase: reconciled ? 'reconciled' : 'ok',
  ...(requestId !== undefined && { requestId }),
});

/** Throws a `CliError` if the PDF has changed since it was planned. */
function readPdf({ row, pdf }: PlannedRow): { data: Buffer; name: string } {
  const data = bytesOf(row.file);
  if (sha256Of(data) === pdf) return { data, name: basename(row.file) };
  throw new CliError({
    code: 'file_changed',
    what: `"${row.file}" has changed since the run began`,
    exitCode: EXIT.usage,
  });
}

function bytesOf(path: string): Buffer {
  try {
    // For a small file, the thread pool takes longer than reading
    return readFileSync(path);
  } catch (cause) {
    throw unreadableFile(path, 'the PDF', cause);
  }
}

function readyCreate(context: RequestContext, lostAt: Date | undefined): ReadyRequest {
  const { client, planned } = context;
  const file = readPdf(planned);
  const { name } = planned.row;
  return {
    intent: {},
    send: async () => {
      const { data, response } = await client.documents
        .create(file, { name, lostAt })
        .withResponse();
      return { ...applied(response), documentId: data.documentId };
    },
  };
}

const shownSigner = ({ name, email, phone }: SignerInput, isFull: boolean) => ({
  name,
  email,
  phone: isFull ? phone : maskPhone(phone),
});

function readySigners(
  { client, planned, isFull }: RequestContext,
  documentId: string,
  lostAt: Date | undefined,
): ReadyRequest {
  const { signers, externalId } = planned.row;
  return {
    intent: { signers: signers.map((signer) => shownSigner(signer, isFull)) },
    send: async () => {
      // Before the signers: setting it again is harmless, and so is a row that stops here
      if (externalId !== undefined) await client.documents.setExternalId(documentId, externalId);
      const adding = client.documents.addSigners(documentId, signers, { lostAt });
      return applied((await adding.withResponse()).response);
    },
  };
}

function otherSigners({ documentId, status }: Document): CliError {
  return new CliError({
    code: 'signers_differ',
    what: `the document is ${status} and its signers differ from the row's`,
    exitCode: EXIT.wrongState,
    documentId,
  });
}

/** A document with other signers than its row must not be sent. */
async function checkSigners(context: RequestContext, documentId: string): Promise<void> {
  const { client, planned } = context;
  const document = await client.documents.retrieve(documentId);
  const lost = { before: new Set<string>(), wanted: planned.row.signers };
  if (compareAdded(document.signers, lost).kind !== 'applied') throw otherSigners(document);
}

async function sendOnce(
  client: EsignClient,
  documentId: string,
  lostAt: Date | undefined,
): Promise<EntryFields> {
  try {
    const { data, response } = await client.documents.send(documentId, { lostAt }).withResponse();
    return { ...applied(response), creditsRemaining: data.creditsRemaining };
  } catch (error) {
    if (!(error instanceof InvalidStateError) || lostAt !== undefined) throw error;
    // Somebody else may have sent the document: verify by reading
    return sendOnce(client, documentId, new Date());
  }
}

async function readySend(
  context: RequestContext,
  documentId: string,
  lostAt: Date | undefined,
): Promise<ReadyRequest> {
  if (context.needsCheck && lostAt === undefined) await checkSigners(context, documentId);
  return { intent: {}, send: () => sendOnce(context.client, documentId, lostAt) };
}

/** Prepares a row's next request, unsent. Throws a `CliError` or the client's errors. */
export async function readyRequest(
  step: RowRequest,
  context: RequestContext,
): Promise<ReadyRequest> {
  const lostAt = step.lostAt === undefined ? undefined : new Date(step.lostAt);
  const documentId = context.state?.documentId;
  if (step.op === 'create') return readyCreate(context, lostAt);
  if (documentId === undefined) throw new Error(`row ${context.planned.row.row} has no document`);
  if (step.op === 'signers') return readySigners(context, documentId, lostAt);
  return readySend(context, documentId, lostAt);
}
