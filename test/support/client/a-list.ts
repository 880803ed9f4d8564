import type { Received } from '../network/http-server.ts';
import { answerJson, serveHttp } from '../network/http-server.ts';

/** A document of the list. */
export interface Summary {
  documentId: string;
  name: string;
  status: string;
  createdAt: string;
  signers: { total: number; signed: number };
}

/** A new document without signers, with the fields given. */
export const summary = (documentId: string, fields: Partial<Summary> = {}): Summary => ({
  documentId,
  name: 'lease.pdf',
  status: 'PENDING',
  createdAt: new Date().toISOString(),
  signers: { total: 0, signed: 0 },
  ...fields,
});

/** Where the connection of a create is cut: not at all, before it is applied, or after; or it is refused for 60 s. */
type Cut = 'none' | 'before' | 'after' | 'busy';

/** A service that keeps a list, and cuts its creates as told. */
export async function aList(
  documents: Summary[],
  cuts: Cut[] = [],
  also: () => Summary[] = () => [],
) {
  return serveHttp((request, response) => {
    if (request.method === 'GET')
      return answerJson(response, 200, { documents, limit: 100, offset: 0 });
    const cut = cuts.shift() ?? 'none';
    if (cut === 'before') return void response.socket?.destroy();
    if (cut === 'busy') {
      response.setHeader('Retry-After', '60');
      return answerJson(response, 503, { error: 'internal_error', message: 'Try again in 60 s.' });
    }
    const made = summary(`made_${documents.length}`);
    documents.unshift(made, ...also());
    if (cut === 'after') return void response.socket?.destroy();
    answerJson(response, 201, { documentId: made.documentId, name: made.name, status: 'PENDING' });
  });
}

/** The creates among what was received. */
export const posts = (received: readonly Received[]) =>
  received.filter(({ method }) => method === 'POST');
