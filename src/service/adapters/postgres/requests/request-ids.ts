const REQUEST_ID = /^req_[0-9a-f]{32}$/;
const PREFIX = 'req_';

/** An id of a request as it is stored; null for a text that is none. */
export const uuidOf = (requestId: string): string | null =>
  REQUEST_ID.test(requestId) ? requestId.slice(PREFIX.length) : null;

/** An id of a request from how it is stored. */
export const requestIdOf = (uuid: string): string => `${PREFIX}${uuid.replaceAll('-', '')}`;
