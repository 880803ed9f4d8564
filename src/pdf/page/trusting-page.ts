import type { BuiltInTrust } from './trust.ts';

const PLACE = /(<script type="application\/json" id="trust">)[^<]*(<\/script>)/;

/**
 * Builds what a deployment trusts into the page. Its policy stays true, since data is no script.
 * Throws Error if `html` is not the page.
 */
export function trustingPage(html: string, trust: BuiltInTrust): string {
  if (!PLACE.test(html)) throw new Error('this is not the page that verifies files');
  // A closing tag in a name must not end the data.
  const json = JSON.stringify(trust).replaceAll('<', '\\u003c');
  return html.replace(PLACE, (_, before: string, after: string) => before + json + after);
}
