import { gunzipSync } from 'node:zlib';

/** Fetches a path compressed by gzip; answers the bytes as they travel. */
type Get = (path: string) => Promise<Buffer>;

/** Bytes that a page transfers before the document: its gzipped HTML, and each file it loads, once. */
export async function weighPage(get: Get, path: string): Promise<number> {
  const page = await get(path);
  const body = gunzipSync(page).toString();
  const found = [...body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)];
  const files = new Set(found.map(([, file = '']) => file));
  const sizes = await Promise.all([...files].map(async (file) => (await get(file)).length));
  return sizes.reduce((sum, size) => sum + size, page.length);
}
