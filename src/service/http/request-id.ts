import { randomUUID } from 'node:crypto';

/** Header that names a request in every answer; the log names it alike. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** A new request id. Ids that a request brings are not taken over: they could forge another one's trail. */
export const newRequestId = (): string => `req_${randomUUID().replaceAll('-', '')}`;
