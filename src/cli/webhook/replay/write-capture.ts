import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { SaveFileError, saveFile } from '../../../client/index.ts';
import type { ReceivedDelivery, SignatureState } from '../listen/received-delivery.ts';
import type { Capture } from './saved-delivery.ts';
// Only the type: the schema would slow down the start of a listener.

/** Deliveries contain names and addresses: only the owner may read them. */
export const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const NUMBER_DIGITS = 4;

function signatureOf(signature: SignatureState): Capture['signature'] {
  if (signature.state === 'valid') {
    const { secretIndex, secret } = signature;
    return { ok: true, secretIndex, secret };
  }
  return signature.state === 'invalid' ? { ok: false, reason: signature.reason } : { ok: null };
}

export function captureOf(delivery: ReceivedDelivery): Capture {
  const { method, url, httpVersion, bodySha256, ackMs, duplicateOf, forward } = delivery;
  return {
    receivedAt: delivery.receivedAt.toISOString(),
    ...{ method, url, httpVersion, rawHeaders: [...delivery.rawHeaders] },
    bodyBase64: delivery.body.toString('base64'),
    bodySha256,
    signature: signatureOf(delivery.signature),
    ...(duplicateOf && { duplicateOf }),
    ackMs,
    response: { status: delivery.status },
    ...(forward && { forward }),
  };
}

/** Sorts by arrival, then number: `20260301T100000.000Z-0001`. */
function nameOf({ receivedAt, number }: ReceivedDelivery): string {
  return `${receivedAt.toISOString().replace(/[-:]/g, '')}-${String(number).padStart(NUMBER_DIGITS, '0')}`;
}

/** Uses the first free name, so that files of earlier runs stay. */
async function writeBody(folder: string, name: string, body: Buffer): Promise<string> {
  for (let copy = 1; ; copy += 1) {
    const path = join(folder, copy === 1 ? name : `${name}-${copy}`);
    try {
      await saveFile(Readable.from([body]), `${path}.body`, { mode: FILE_MODE });
      return path;
    } catch (error) {
      if (!(error instanceof SaveFileError) || error.reason !== 'exists') throw error;
    }
  }
}

/**
 * Saves the bare body as `*.body`, then everything as `*.json`, whose path it returns. Creates the
 * folder if missing. Names sort by arrival, and nothing is overwritten. Throws SaveFileError if the
 * disk fails.
 */
export async function writeCapture(folder: string, delivery: ReceivedDelivery): Promise<string> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  const path = await writeBody(folder, nameOf(delivery), delivery.body);
  const content = Buffer.from(`${JSON.stringify(captureOf(delivery), null, 2)}\n`);
  const { path: saved } = await saveFile(Readable.from([content]), `${path}.json`, {
    mode: FILE_MODE,
  });
  return saved;
}
