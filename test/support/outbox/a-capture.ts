import { createHash } from 'node:crypto';
import type { Capture } from '../../../src/cli/webhook/replay/saved-delivery.ts';
import { EVENT_BODY, signedHeaders } from './open-receiver.ts';

/** A saved delivery that verifies. */
export function aCapture(changes: Partial<Capture> = {}, body: Buffer = EVENT_BODY): Capture {
  const headers = { Host: '127.0.0.1:4020', Connection: 'keep-alive', ...signedHeaders(body) };
  return {
    receivedAt: '2026-03-01T10:00:00.000Z',
    method: 'POST',
    url: '/hooks',
    httpVersion: '1.1',
    rawHeaders: Object.entries({ ...headers, 'Content-Length': String(body.length) }).flat(),
    bodyBase64: body.toString('base64'),
    bodySha256: createHash('sha256').update(body).digest('hex'),
    signature: { ok: true, secretIndex: 0 },
    ackMs: 3,
    response: { status: 204 },
    ...changes,
  };
}
