import type { EndpointName } from '../../../contract/endpoints.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';

/** Path under which every route of the API lies, and every request needs a key. */
export const API_PREFIX = '/api';

/** Method and path of an endpoint, as Fastify takes them inside the API's scope. */
export function routeOf(name: EndpointName): { method: 'GET' | 'POST'; url: string } {
  const { method, path } = ENDPOINTS[name];
  return { method, url: path.slice(API_PREFIX.length).replace(/\{(\w+)\}/g, ':$1') };
}
