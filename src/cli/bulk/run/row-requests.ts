import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Document, EsignClient, ResponseInfo } from '../../../client/index.ts';
import { InvalidStateError } from '../../../client/index.ts';
import { compareAdded } from '../../../client/recovery/reconcile.ts';
import type { SignerInput } from '../../../contract/signer.ts';
import { CliError } from '../../errors/cli-error.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import { unreadableFile } from '../../input/read-input-file.ts';
import { maskPhone } from '../../terminal/mask.ts';
import { pdfHash } from '../journal/row-key.ts';
import type { Told } from '../journal/row-log.ts';
import type { RowState, Step } from '../journal/row-state.ts';
import type { PlannedRow } from './plan.ts';

/** A request that is ready to be sent. */
export interface ReadyRequest {
  /** What the journal holds of it beforehand. */
  readonly about: Partial<Told>;
  /** Sends it, or settles it where its outcome is not known; answers what the journal is told. */
  readonly send: () => Promise<Told>;
}

/** What a request is made from. */
export interface RequestParts {
  readonly client: EsignClient;
  readonly planned: PlannedRow;
  readonly state: RowState | undefined;
  /** True when the document may hold what this run has not seen go in. */
  readonly isStrange: boolean;
  /** Whether the journal holds phones whole. */
  readonly isFull: boolean;
}

type Request = Extract<Step, { kind: 'request' }>;

const told = ({ reconciled, requestId }: ResponseInfo): Told => ({
  phase: reconciled ? 'reconciled' : 'ok',
  ...(requestId !== undefined && { requestId }),
});

/** The PDF as it was checked and hashed when the run was planned. Throws a `CliError` when it is another by now. */
function readPdf({ row, pdf }: PlannedRow): { data: Buffer; name: string } {
  const data = bytesOf(row.file);
  if (pdfHash(data) === pdf) return { data, name: basename(row.file) };
  throw new CliError({
    code: 'file_changed',
    what: `"${row.file}" has changed since the run began`,
    exitCode: EXIT.usage,
  });
}

function bytesOf(path: string): Buffer {
  try {
    // A run does nothing else meanwhile, and for a small file the way through the thread pool takes longer than reading
    return readFileSync(path);
  } catch (cause) {
    throw unreadableFile(path, 'the PDF', cause);
  }
}

function readyCreate(parts: RequestParts, lostAt: Date | undefined): ReadyRequest {
  const { client, planned } = parts;
  const file = readPdf(planned);
  const { name } = planned.row;
  return {
    about: {},
    send: async () => {
      const { data, response } = await client.documents
        .create(file, { name, lostAt })
        .withResponse();
      return { ...told(response), documentId: data.documentId };
    },
  };
}

const shownSigner = ({ name, email, phone }: SignerInput, isFull: boolean) => ({
  name,
  email,
  phone: isFull ? phone : maskPhone(phone),
});

function readySigners(
  { client, planned, isFull }: RequestParts,
  documentId: string,
  lostAt: Date | undefined,
): ReadyRequest {
  const { signers } = planned.row;
  return {
    about: { signers: signers.map((signer) => shownSigner(signer, isFull)) },
    send: async () => {
      const adding = client.documents.addSigners(documentId, signers, { lostAt });
      return told((await adding.withResponse()).response);
    },
  };
}

function otherSigners({ documentId, status }: Document): CliError {
  return new CliError({
    code: 'signers_differ',
    what: `the document is ${status} and does not hold exactly the signers of the row`,
    exitCode: EXIT.wrongState,
    documentId,
  });
}

/** Nobody is charged for, and nobody is mailed by, a document that holds others than the row names. */
async function checkSigners(parts: RequestParts, documentId: string): Promise<void> {
  const { client, planned } = parts;
  const document = await client.documents.retrieve(documentId);
  const lost = { before: new Set<string>(), wanted: planned.row.signers };
  if (compareAdded(document.signers, lost).kind !== 'applied') throw otherSigners(document);
}

async function sendOnce(
  client: EsignClient,
  documentId: string,
  lostAt: Date | undefined,
): Promise<Told> {
  try {
    const { data, response } = await client.documents.send(documentId, { lostAt }).withResponse();
    return { ...told(response), creditsRemaining: data.creditsRemaining };
  } catch (error) {
    if (!(error instanceof InvalidStateError) || lostAt !== undefined) throw error;
    // Somebody else has sent the row's document: it is read before that is believed
    return sendOnce(client, documentId, new Date());
  }
}

async function readySend(
  parts: RequestParts,
  documentId: string,
  lostAt: Date | undefined,
): Promise<ReadyRequest> {
  if (parts.isStrange && lostAt === undefined) await checkSigners(parts, documentId);
  return { about: {}, send: () => sendOnce(parts.client, documentId, lostAt) };
}

/** Makes a row's next request ready. Throws a `CliError` or the client's errors; nothing was sent. */
export async function readyRequest(step: Request, parts: RequestParts): Promise<ReadyRequest> {
  const lostAt = step.lostAt === undefined ? undefined : new Date(step.lostAt);
  const documentId = parts.state?.documentId;
  if (step.op === 'create') return readyCreate(parts, lostAt);
  if (documentId === undefined) throw new Error(`row ${parts.planned.row.row} has no document`);
  if (step.op === 'signers') return readySigners(parts, documentId, lostAt);
  return readySend(parts, documentId, lostAt);
}
