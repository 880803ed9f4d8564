import type { FastifyInstance } from 'fastify';
import { FifoMap } from 'toad-cache';
import type { ServiceDeps } from '../../core/deps.ts';
import type { Document } from '../../core/documents/document.rules.ts';
import { holderOf } from '../../core/links/links.rules.ts';
import { ACCOUNT, DOCUMENT, SIGNER } from '../kit/request-text.ts';
import { linkIn } from './language.ts';

const MOST_SIGNERS = 10_000;

/**
 * Has the log lines of signers' pages name the document and its account, which a link does not hold:
 * they are read once per signer, after a request that succeeded.
 */
export function nameDocuments(app: FastifyInstance, { store, links }: ServiceDeps): void {
  const known = new FifoMap<Pick<Document, 'documentId' | 'accountId'>>(MOST_SIGNERS);
  const find = async (signerId: string) => {
    const sent = await store.findDocumentOfSigner(signerId).catch(() => undefined);
    if (!sent) return undefined;
    const { documentId, accountId } = sent.document;
    known.set(signerId, { documentId, accountId });
    return sent.document;
  };
  app.decorateRequest(SIGNER, null);
  app.addHook('onSend', async (request, reply) => {
    const signerId =
      request.getDecorator<string | null>(SIGNER) ?? holderOf(links, linkIn(request) ?? '');
    if (signerId === undefined) return;
    const about = known.get(signerId) ?? (reply.statusCode < 400 && (await find(signerId)));
    if (!about) return;
    request.setDecorator<string | null>(ACCOUNT, about.accountId);
    request.setDecorator<string | null>(DOCUMENT, about.documentId);
  });
}
