import { html } from '../../../../html/html.ts';

/** Words of the pages of API requests. */
export const requests = {
  title: 'API requests',
  titleOfOne: 'API request',
  heads: ['Time', 'Request', 'Response', 'Duration', 'Key'],
  unknownRoute: (method: string) => `${method}, a path that the API does not have`,
  noResponse: 'no response',
  milliseconds: (ms: number) => `${ms} ms`,
  find: {
    label: 'ID of a request or a document',
    example: 'req_… as in X-Request-Id',
  },
  none: html`No requests yet. Give your key to <code>esign auth login</code>; <code>esign docs list</code> then makes the first one.`,
  nothingFound:
    'Nothing was found. Requests with a valid key are kept for 30 days and appear here about a second after their response. While the database is slow, some are left out.',
  facts: {
    id: 'ID',
    time: 'Time',
    request: 'Request',
    response: 'Response',
    duration: 'Duration',
    key: 'Key',
    document: 'Document',
    noDocument: 'none named',
    ofDocument: 'its requests',
  },
  cutOff:
    'The connection was closed before the response was sent. The request may have taken effect: check the document before you repeat it.',
  notKept: 'Bodies, queries and headers of requests are not kept.',
  all: 'All requests',
};
