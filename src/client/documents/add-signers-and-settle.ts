import type { Document } from '../../contract/document.ts';
import type {
  AddedSigner,
  AddedSigners,
  DocumentSigner,
  SignerInput,
} from '../../contract/signer.ts';
import { callEndpoint } from '../http/call-endpoint.ts';
import { isAddedSigners } from '../http/response-shape.ts';
import type { CallContext, Outcome } from '../http/run-call.ts';
import type { LostAdd } from '../recovery/reconcile.ts';
import { compareAdded } from '../recovery/reconcile.ts';
import type { Probe } from '../recovery/settle.ts';
import { settle } from '../recovery/settle.ts';
import { readDocument } from './document-reads.ts';

/** An argument of a call. Lists and objects may be readonly at any depth, as with `as const`. */
export type Given<T> = T extends readonly (infer Item)[]
  ? readonly Given<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Given<T[Name]> }
    : T;

function addedSigner(signer: DocumentSigner): AddedSigner {
  const { signerId, name, email, signingOrder, advanced } = signer;
  const added = { signerId, name, email, signingOrder };
  return advanced === undefined ? added : { ...added, advanced };
}

function probe({ data, response }: Outcome<Document>, lost: LostAdd): Probe<AddedSigners> {
  const { status } = data;
  const found = compareAdded(data.signers, lost);
  if (found.kind === 'applied')
    return { kind: 'found', data: { signers: found.signers.map(addedSigner) }, response };
  if (found.kind === 'other')
    return { kind: 'foreign', why: 'the document has signers that this call did not add', status };
  if (status !== 'PENDING')
    return { kind: 'foreign', why: `the document is ${status} by now`, status };
  if (found.kind === 'part')
    return { kind: 'partial', why: `it has only the first ${found.count} of the signers`, status };
  return { kind: 'absent', status };
}

async function signersBefore(
  context: CallContext,
  documentId: string,
): Promise<ReadonlySet<string>> {
  if (context.known.takeWithoutSigners(documentId)) return new Set();
  const { data } = await readDocument(context, documentId);
  return new Set(data.signers.map((signer) => signer.signerId));
}

/** Signers to add to a document. */
export interface AddSignersArguments {
  readonly documentId: string;
  readonly signers: Given<readonly SignerInput[]>;
  /** True if an earlier process may have added them; the document had no signers before that. */
  readonly isLost: boolean;
}

/**
 * Adds each signer once; compares if the outcome is unknown, or first with `isLost`. Throws the
 * errors of a call, and `OutcomeUnknownError`.
 */
export async function addSignersAndSettle(
  context: CallContext,
  { documentId, signers, isLost }: AddSignersArguments,
): Promise<Outcome<AddedSigners>> {
  const before = isLost ? new Set<string>() : await signersBefore(context, documentId);
  const request = {
    endpoint: 'addSigners',
    documentId,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ signers })),
  } as const;
  return settle(context, {
    operation: 'addSigners',
    documentId,
    isLost,
    hint: `check the signers of ${documentId}; if in doubt, create another document: one left PENDING costs nothing`,
    send: () => callEndpoint(context, request, isAddedSigners),
    probe: async () => probe(await readDocument(context, documentId), { before, wanted: signers }),
  });
}
