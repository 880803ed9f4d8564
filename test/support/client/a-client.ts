import { onTestFinished } from 'vitest';
import type { ClientOptions } from '../../../src/client/index.ts';
import { EsignClient } from '../../../src/client/index.ts';

/** The API key of test clients. */
export const TEST_KEY = 'sk_test_3f9c1e5a7b2d4f60';

/** A clock that skips sleeps and records them, in milliseconds. */
function instantClock() {
  const slept: number[] = [];
  const clock = {
    now: () => Date.now(),
    random: () => 0.5,
    sleep: async (ms: number, signal: AbortSignal) => {
      signal.throwIfAborted();
      slept.push(ms);
    },
  };
  return { clock, slept };
}

/** A client that skips its waits; closed when the test ends. */
export function aClient(baseUrl: string, options: Partial<ClientOptions> = {}) {
  const { clock, slept } = instantClock();
  const client = new EsignClient({ baseUrl, apiKey: TEST_KEY, clock, ...options });
  onTestFinished(() => client.close());
  return { client, slept };
}

/** The error that a call throws; fails when it throws none. */
export async function failureOf<T extends Error>(
  call: PromiseLike<unknown>,
  kind: new (...args: never[]) => T,
): Promise<T> {
  try {
    await call;
  } catch (error) {
    if (error instanceof kind) return error;
    throw error;
  }
  throw new Error('the call ended well');
}

/** A small body with the header and the end marker of a PDF. */
export const SMALL_PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n';

const DOCUMENT_ID = '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11';

/** A full document of the API with the fields given. */
export const aDocument = (fields: Record<string, unknown> = {}) => ({
  documentId: DOCUMENT_ID,
  name: 'Lease agreement',
  status: 'PENDING',
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  completedAt: null,
  downloadUrl: null,
  certificateUrl: null,
  signers: [] as unknown[],
  ...fields,
});

/** A signer in the response to retrieve. */
export const aSigner = (order: number, fields: Record<string, unknown> = {}) => ({
  signerId: `sgn_${order}`,
  name: 'Asha Rao',
  email: 'asha@example.in',
  phone: '9876543210',
  signingOrder: order,
  openedAt: null,
  signedAt: null,
  hasSigned: false,
  signUrl: null,
  ...fields,
});
