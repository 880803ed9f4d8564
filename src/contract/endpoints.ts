/** Version of the OpenAPI document (specification, section 9). */
export const API_VERSION = '1.0.0';

/** Every endpoint of the API: method and path template (specification, section 4). */
export const ENDPOINTS = {
  createDocument: { method: 'POST', path: '/api/v1/documents' },
  listDocuments: { method: 'GET', path: '/api/v1/documents' },
  retrieveDocument: { method: 'GET', path: '/api/v1/documents/{documentId}' },
  addSigners: { method: 'POST', path: '/api/v1/documents/{documentId}/signers' },
  sendDocument: { method: 'POST', path: '/api/v1/documents/{documentId}/send' },
  downloadCertificate: { method: 'GET', path: '/api/v1/documents/{documentId}/certificate' },
} as const;

export type EndpointName = keyof typeof ENDPOINTS;

/** Fills in the document id, escaped. */
export function endpointPath(name: EndpointName, documentId = ''): string {
  return ENDPOINTS[name].path.replace('{documentId}', encodeURIComponent(documentId));
}

const PATTERNS = Object.values(ENDPOINTS).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace('{documentId}', '[^/]+')}$`),
}));

/** Such as `GET` and `HEAD`; empty if no endpoint has that path. */
export function methodsOf(path: string): string[] {
  const found = PATTERNS.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  return found.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}
