import { summary } from '../client/a-list.ts';
import { answerJson, serveHttp } from '../network/http-server.ts';

/** The id of a document by its place in the list, from 0. */
export const numbered = (place: number) =>
  `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`;

const DOCUMENTS = Array.from({ length: 250 }, (_, place) =>
  summary(numbered(place), { status: place % 3 === 2 ? 'COMPLETED' : 'PENDING' }),
);

/** A service that lists 250 documents, in pages; every third is COMPLETED. */
export async function manyDocuments() {
  return await serveHttp(({ url }, response) => {
    const query = new URL(url, 'http://localhost').searchParams;
    const [limit, offset] = [Number(query.get('limit') ?? 20), Number(query.get('offset') ?? 0)];
    const documents = DOCUMENTS.slice(offset, offset + limit);
    answerJson(response, 200, { documents, limit, offset });
  });
}
