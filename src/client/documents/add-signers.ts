import type { Document } from '../../contract/document.ts';
import type {
  AddedSigner,
  AddedSigners,
  DocumentSigner,
  SignerInput,
} from '../../contract/signer.ts';
import { isAddedSigners } from '../http/answer-shape.ts';
import { callEndpoint } from '../http/call-endpoint.ts';
import type { Outcome } from '../http/perform.ts';
import type { Running } from '../http/run-call.ts';
import type { LostAdd } from '../recovery/reconcile.ts';
import { compareAdded } from '../recovery/reconcile.ts';
import type { Look } from '../recovery/settle.ts';
import { settle, settleLost } from '../recovery/settle.ts';
import { readDocument } from './read-document.ts';

function addedSigner(signer: DocumentSigner): AddedSigner {
  const { signerId, name, email, signingOrder, advanced } = signer;
  const added = { signerId, name, email, signingOrder };
  return advanced === undefined ? added : { ...added, advanced };
}

function lookAt({ data, response }: Outcome<Document>, lost: LostAdd): Look<AddedSigners> {
  const { status } = data;
  const found = compareAdded(data.signers, lost);
  if (found.kind === 'applied')
    return { kind: 'found', data: { signers: found.signers.map(addedSigner) }, response };
  if (found.kind === 'other')
    return { kind: 'foreign', why: 'the document has signers that nobody asked for here', status };
  if (status !== 'PENDING')
    return { kind: 'foreign', why: `the document is ${status} meanwhile`, status };
  if (found.kind === 'part')
    return {
      kind: 'partial',
      why: `only the first ${found.count} of the signers are there`,
      status,
    };
  return { kind: 'absent', status };
}

async function signersBefore(running: Running, documentId: string): Promise<ReadonlySet<string>> {
  if (running.context.known.takeWithoutSigners(documentId)) return new Set();
  const { data } = await readDocument(running, documentId);
  return new Set(data.signers.map((signer) => signer.signerId));
}

/** Signers to add to a document. */
export interface AddSignersArguments {
  readonly documentId: string;
  readonly signers: readonly SignerInput[];
  /** True when an earlier process may have added them to the document, which had no signers before. */
  readonly isLost?: boolean;
}

/**
 * POST signers, each signer once: the document is read before, and a doubtful outcome is settled by comparing. Throws
 * the errors of a call, and `OutcomeUnknownError` when reading does not tell.
 */
export async function addSigners(
  running: Running,
  { documentId, signers, isLost = false }: AddSignersArguments,
): Promise<Outcome<AddedSigners>> {
  const before = isLost ? new Set<string>() : await signersBefore(running, documentId);
  const lost: LostAdd = { before, wanted: signers };
  const request = {
    endpoint: 'addSigners',
    documentId,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ signers })),
  } as const;
  return (isLost ? settleLost : settle)(running, {
    operation: 'addSigners',
    documentId,
    hint: `look at the signers of ${documentId}; when in doubt leave it and create another document: one left PENDING costs nothing`,
    send: () => callEndpoint(running, request, isAddedSigners),
    look: async () => lookAt(await readDocument(running, documentId), lost),
  });
}
