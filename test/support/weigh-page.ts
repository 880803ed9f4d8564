import { gunzipSync } from 'node:zlib';

type Get = (url: string) => Promise<{ readonly rawPayload: Buffer }>;

/** What a page weighs as it travels, in bytes: its own gzip form, and once each file that it loads. */
export async function weighPage(get: Get, url: string): Promise<number> {
  const page = (await get(url)).rawPayload;
  const body = gunzipSync(page).toString();
  const files = [...body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
    ([, file = '']) => file,
  );
  const sizes = [...new Set(files)].map(async (file) => (await get(file)).rawPayload.length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, page.length);
}
