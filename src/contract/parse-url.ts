/**
 * Undefined for an invalid URL. Node 20's `URL.canParse`, once compiled, refuses every text with
 * characters from U+0080 to U+00FF, such as a name with an umlaut; the first of Node 18 lack it.
 */
export function parseUrl(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
