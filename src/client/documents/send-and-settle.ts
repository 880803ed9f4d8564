import type { Document } from '../../contract/document.ts';
import type { DocumentSigner } from '../../contract/signer.ts';
import { callEndpoint } from '../http/call-endpoint.ts';
import type { SendResult } from '../http/response-shape.ts';
import { isSendResult } from '../http/response-shape.ts';
import type { CallContext, Outcome } from '../http/run-call.ts';
import type { Probe } from '../recovery/settle.ts';
import { settle } from '../recovery/settle.ts';
import { readDocument } from './read-documents.ts';

function sentSigner(signer: DocumentSigner): SendResult['signers'][number] {
  const { signerId, name, email, signingOrder, signUrl } = signer;
  return { signerId, name, email, signingOrder, signUrl };
}

function rebuilt({ documentId, signers }: Document): SendResult {
  const inOrder = [...signers].sort((a, b) => a.signingOrder - b.signingOrder);
  return { documentId, status: 'SENT', creditsRemaining: null, signers: inOrder.map(sentSigner) };
}

function probe({ data, response }: Outcome<Document>): Probe<SendResult> {
  const { status } = data;
  if (status === 'SENT' || status === 'COMPLETED')
    return { kind: 'found', data: rebuilt(data), response };
  if (status === 'PENDING') return { kind: 'absent', status };
  return { kind: 'foreign', why: `the document is ${status}`, status };
}

/**
 * Sends at most once; reads the status if the outcome is unknown, or first with `isLost`. Throws
 * the errors of a call, and `OutcomeUnknownError`.
 */
export function sendAndSettle(
  context: CallContext,
  { documentId, isLost }: { readonly documentId: string; readonly isLost: boolean },
): Promise<Outcome<SendResult>> {
  return settle(context, {
    operation: 'sendDocument',
    documentId,
    isLost,
    hint: `check the document ${documentId} before you send it again`,
    send: () => callEndpoint(context, { endpoint: 'sendDocument', documentId }, isSendResult),
    probe: async () => probe(await readDocument(context, documentId)),
  });
}
