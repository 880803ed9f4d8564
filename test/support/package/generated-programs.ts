/** What both programs begin with. */
const GIVEN = `
declare const process: { readonly env: Record<string, string | undefined> };
const { BASE_URL: baseUrl = '', API_KEY: apiKey = '', PDF: pdf = '' } = process.env;
const file = new File([pdf], 'lease.pdf', { type: 'application/pdf' });
const signers = [{ name: 'Asha Rao', email: 'asha@example.in', phone: '9876543210' }];
`;

/** A whole flow with the client that @hey-api/openapi-ts has generated into `hey`; the compiler checks the types of its answers. */
export const HEY_PROGRAM = `
import { addSigners, createDocument, listDocuments, retrieveDocument, sendDocument } from './hey';
import { client } from './hey/client.gen';
${GIVEN}
client.setConfig({ baseUrl, auth: apiKey });
const throwOnError = true;
const created = await createDocument({ body: { file, name: 'Lease' }, throwOnError });
const path = { documentId: created.data.documentId };
const early = await sendDocument({ path });
// A 429 is plain text
const refused = typeof early.error === 'object' && early.error.error;
await addSigners({ path, body: { signers }, throwOnError });
const sent = await sendDocument({ path, throwOnError });
const url: string | null | undefined = sent.data.signers[0]?.signUrl;
const { data } = await retrieveDocument({ path, throwOnError });
const status: 'PENDING' | 'SENT' | 'COMPLETED' | 'FAILED' | 'CANCELLED' = data.status;
const list = await listDocuments({ query: { limit: 1 }, throwOnError });
const found = list.data.documents.map(({ documentId }) => documentId === path.documentId);
console.log(JSON.stringify({ refused, url, name: data.name, status, signers: data.signers.length, found }));
`;

/** The same with openapi-fetch, over the types that openapi-typescript has generated into `schema.ts`. */
export const FETCH_PROGRAM = `
import createClient from 'openapi-fetch';
import type { paths } from './schema';
${GIVEN}
const client = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${apiKey}\` } });
const documents = '/api/v1/documents';
const one = \`\${documents}/{documentId}\` as const;
const created = await client.POST(documents, {
  // The type of a binary field is string
  body: { file: '', name: 'Lease' },
  bodySerializer({ name = '' }) {
    const form = new FormData();
    form.set('file', file);
    form.set('name', name);
    return form;
  },
});
const params = { path: { documentId: created.data?.documentId ?? '' } };
const early = await client.POST(\`\${one}/send\`, { params });
// A 429 is plain text
const refused = typeof early.error === 'object' && early.error.error;
await client.POST(\`\${one}/signers\`, { params, body: { signers } });
const sent = await client.POST(\`\${one}/send\`, { params });
const url: string | null | undefined = sent.data?.signers[0]?.signUrl;
const { data } = await client.GET(one, { params });
const status: 'PENDING' | 'SENT' | 'COMPLETED' | 'FAILED' | 'CANCELLED' | undefined = data?.status;
const list = await client.GET(documents, { params: { query: { limit: 1 } } });
const found = list.data?.documents.map(({ documentId }) => documentId === params.path.documentId);
console.log(JSON.stringify({ refused, url, name: data?.name, status, signers: data?.signers.length, found }));
`;
