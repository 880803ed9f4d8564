import type { EsignClient, RawRequestOptions, RawResponse } from '../../client/index.ts';
import { isRecord } from '../../contract/is-record.ts';
import { LIMITS } from '../../contract/limits.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';

function notPages(path: string): CliError {
  return new CliError({
    code: 'not_a_list',
    what: `${path} does not answer a list of documents`,
    next: 'leave out --paginate',
    exitCode: EXIT.usage,
  });
}

function documentsOf({ body }: RawResponse, path: string): unknown[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString('utf8'));
  } catch {
    throw notPages(path);
  }
  if (isRecord(parsed) && Array.isArray(parsed.documents)) return parsed.documents;
  throw notPages(path);
}

const idOf = (document: unknown): unknown => (isRecord(document) ? document.documentId : undefined);

/** The default unless the value is a decimal integer. */
const wholeNumber = (value: string | number | undefined, otherwise: number): number =>
  /^\d{1,15}$/.test(String(value)) ? Number(value) : otherwise;

/**
 * Merges list pages up to a short one, without duplicates, since new documents shift pages. Returns
 * the last response. Throws a `CliError` (exit 2) if it is no list, and the client's errors.
 */
export async function paginate(
  client: EsignClient,
  path: string,
  options: RawRequestOptions,
): Promise<RawResponse> {
  const { limit: given, offset: from } = options.query ?? {};
  const limit = Math.min(Math.max(1, wholeNumber(given, LIMITS.listMax)), LIMITS.listMax);
  const seen = new Set<unknown>();
  const merged: unknown[] = [];
  for (let offset = wholeNumber(from, 0); ; offset += limit) {
    const query = { ...options.query, limit, offset };
    const response = await client.request('GET', path, { ...options, query });
    const page = documentsOf(response, path);
    const fresh = page.filter((document) => !seen.has(idOf(document)));
    for (const document of fresh) seen.add(idOf(document));
    merged.push(...fresh);
    if (page.length < limit || fresh.length === 0)
      return { ...response, body: Buffer.from(JSON.stringify({ documents: merged })) };
  }
}
