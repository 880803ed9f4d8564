import type { Document } from '../../contract/document.ts';
import type { DocumentSigner } from '../../contract/signer.ts';
import type { SendResult } from '../http/answer-shape.ts';
import { isSendResult } from '../http/answer-shape.ts';
import { callEndpoint } from '../http/call-endpoint.ts';
import type { Outcome } from '../http/perform.ts';
import type { Running } from '../http/run-call.ts';
import type { Look } from '../recovery/settle.ts';
import { settle, settleLost } from '../recovery/settle.ts';
import { readDocument } from './read-document.ts';

function sentSigner(signer: DocumentSigner): SendResult['signers'][number] {
  const { signerId, name, email, signingOrder, signUrl } = signer;
  return { signerId, name, email, signingOrder, signUrl };
}

function rebuilt({ documentId, signers }: Document): SendResult {
  const inOrder = [...signers].sort((a, b) => a.signingOrder - b.signingOrder);
  return { documentId, status: 'SENT', creditsRemaining: null, signers: inOrder.map(sentSigner) };
}

function lookAt({ data, response }: Outcome<Document>): Look<SendResult> {
  const { status } = data;
  if (status === 'SENT' || status === 'COMPLETED')
    return { kind: 'found', data: rebuilt(data), response };
  if (status === 'PENDING') return { kind: 'absent', status };
  return { kind: 'foreign', why: `the document is ${status}`, status };
}

/**
 * POST send, at most one effect: a doubtful outcome is settled by reading the document. Throws the errors of a call,
 * and `OutcomeUnknownError` when reading does not tell.
 */
export async function sendDocument(
  running: Running,
  { documentId, isLost }: { readonly documentId: string; readonly isLost: boolean },
): Promise<Outcome<SendResult>> {
  return (isLost ? settleLost : settle)(running, {
    operation: 'sendDocument',
    documentId,
    hint: `look at the document ${documentId} before sending it again`,
    send: () => callEndpoint(running, { endpoint: 'sendDocument', documentId }, isSendResult),
    look: async () => lookAt(await readDocument(running, documentId)),
  });
}
