/** Undefined for an invalid URL; `URL.canParse` is missing in the first releases of Node 18. */
export function parseUrl(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
