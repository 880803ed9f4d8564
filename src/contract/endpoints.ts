/** Version of the OpenAPI document (specification, section 9). */
export const API_VERSION = '1.0.0';

const get = <P extends string>(path: P) => ({ method: 'GET', path }) as const;
const post = <P extends string>(path: P) => ({ method: 'POST', path }) as const;

const DOCUMENTS = '/api/v1/documents';
const DOCUMENT = `${DOCUMENTS}/{documentId}`;

/** Every endpoint of the API: method and path template (specification, section 4). */
export const ENDPOINTS = {
  createDocument: post(DOCUMENTS),
  listDocuments: get(DOCUMENTS),
  retrieveDocument: get(DOCUMENT),
  addSigners: post(`${DOCUMENT}/signers`),
  sendDocument: post(`${DOCUMENT}/send`),
  downloadCertificate: get(`${DOCUMENT}/certificate`),
};

/** What a deployment may offer beside the specification. */
export const EXTENSION_ENDPOINTS = {
  listExtensions: get('/api/v1/extensions'),
  searchDocuments: get(`${DOCUMENTS}/search`),
  retrieveTimeline: get(`${DOCUMENT}/timeline`),
  withdrawDocument: post(`${DOCUMENT}/withdraw`),
  resendLink: post(`${DOCUMENT}/resend`),
  resendToSigner: post(`${DOCUMENT}/signers/{signerId}/resend`),
  findText: post(`${DOCUMENT}/find-text`),
  setExternalId: { method: 'PUT', path: `${DOCUMENT}/external-id` },
} as const;

export type EndpointName = keyof typeof ENDPOINTS;
export type ExtensionEndpoint = keyof typeof EXTENSION_ENDPOINTS;

/** Of the specification and beside it. */
export const ALL_ENDPOINTS = { ...ENDPOINTS, ...EXTENSION_ENDPOINTS };

/** Fills in the ids, escaped. */
export function endpointPath(
  name: EndpointName | ExtensionEndpoint,
  documentId = '',
  signerId = '',
): string {
  return ALL_ENDPOINTS[name].path
    .replace('{documentId}', encodeURIComponent(documentId))
    .replace('{signerId}', encodeURIComponent(signerId));
}
