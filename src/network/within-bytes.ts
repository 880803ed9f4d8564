import { failing } from './failure-reason.ts';

/** Reads the whole body. Beyond `maxBytes`, throws an error made by `failing`, `too_large`. */
export async function withinBytes(response: Response, maxBytes: number): Promise<Response> {
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw failing('too_large');
    chunks.push(chunk);
  }
  return new Response(Buffer.concat(chunks), { status, statusText, headers });
}
