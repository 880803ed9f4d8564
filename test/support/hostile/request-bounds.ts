import { LIMITS } from '../../../src/contract/limits.ts';
import {
  DESK_FORM_BYTES,
  EVENT_BYTES,
} from '../../../src/service/billing/pages/payments.routes.ts';
import { FORM_BYTES } from '../../../src/service/web/dashboard/mount-dashboard.ts';
import { FORM_LIMITS, JSON_BYTES } from '../../../src/service/web/kit/read-body.ts';
import { MOST_FIELDS } from '../../../src/service/web/kit/request-text.ts';
import { ANSWER_BYTES } from '../../../src/service/web/pages/signing/gateway-return.ts';
import { HEADER_BYTES } from '../../../src/service/web/server-options.ts';
import { sendRaw } from '../network/raw-request.ts';
import { FORM_HEADERS, form, pdfPart } from '../sign-in/form.ts';
import { openRouteWalk } from './route-walk.ts';

/** A bound, what sends something just above it and tells what became of that, and how it is refused. */
export type Bound = readonly [most: number, above: () => Promise<string>, refusal: RegExp];

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const fieldsOf = (bytes: number): string => `a=${'x'.repeat(bytes - 2)}`;

/** What a service reads of requests. */
export async function requestBounds(): Promise<Readonly<Record<string, Bound>>> {
  const { app, account, ids } = await openRouteWalk();
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const post = async (
    path: string,
    type: string,
    ...[payload, more]: readonly [string | Buffer, object?]
  ) => {
    const headers = { 'content-type': type, ...more };
    const { statusCode, body } = await app.inject({ method: 'POST', url: path, headers, payload });
    return `${statusCode} ${body}`;
  };
  return {
    'addresses, headers and cookies': [
      HEADER_BYTES,
      () =>
        sendRaw(url, `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${'a'.repeat(HEADER_BYTES)}\r\n\r\n`),
      /^HTTP\/1\.1 400 .*The headers are too large/s,
    ],
    'forms of signers and authorities': [
      ANSWER_BYTES,
      () => post('/gateway/return', FORM, fieldsOf(ANSWER_BYTES + 1)),
      /^400 /,
    ],
    'fields of a form': [
      MOST_FIELDS,
      () => post('/gateway/return', FORM, 'a=1&'.repeat(MOST_FIELDS + 1)),
      /^400 /,
    ],
    'forms of the dashboard': [
      FORM_BYTES,
      () => post('/dashboard/sign-in', FORM, fieldsOf(FORM_BYTES + 1)),
      /^400 /,
    ],
    'forms that play a payment provider': [
      DESK_FORM_BYTES,
      () => post(`/payments/sandbox/${ids.order}`, FORM, fieldsOf(DESK_FORM_BYTES + 1)),
      /^400 /,
    ],
    'parts of a form': [
      FORM_LIMITS.parts,
      () => {
        const parts = Array.from({ length: FORM_LIMITS.parts + 1 }, (_, i) => ({
          name: `a${i}`,
          value: '1',
        }));
        return post('/gateway/return', FORM_HEADERS['content-type'], form(...parts));
      },
      /^400 /,
    ],
    'JSON of the API': [
      JSON_BYTES,
      () =>
        post(
          `/api/v1/documents/${ids.documentId}/signers`,
          JSON_TYPE,
          ' '.repeat(JSON_BYTES + 1),
          account.headers,
        ),
      /^400 .*over 131072 bytes/,
    ],
    'uploaded PDFs': [
      LIMITS.pdfBytes,
      () =>
        post(
          '/api/v1/documents',
          FORM_HEADERS['content-type'],
          form(pdfPart(Buffer.alloc(LIMITS.pdfBytes + 1))),
          account.headers,
        ),
      /^413 .*file_too_large/,
    ],
    'events of a payment provider': [
      EVENT_BYTES,
      () => post('/payments/sandbox', JSON_TYPE, ' '.repeat(EVENT_BYTES + 1)),
      /^413 /,
    ],
  };
}
