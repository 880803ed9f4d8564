import { X509Certificate } from 'node:crypto';
import { parseUrl } from '../../../contract/parse-url.ts';
import { anyAddress, fetchBody } from '../../../network/fetch-body.ts';
import { crlUrls } from '../../../pdf/verification/named-addresses.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AskedHost } from '../../ports/timestamp-authority.ts';

export interface HttpListsOptions {
  /** Always fetched, such as lists of authorities whose certificates name none. */
  readonly urls?: readonly string[];
  readonly clock: Clock;
}

/** In bytes; enough for 200,000 entries. */
export const LIST_BYTES = 10 * 1024 * 1024;
/** How long a list is reused: signers often follow each other. */
const FRESH_MS = 60_000;

interface KeptList {
  readonly at: number;
  readonly list: Promise<Buffer | undefined>;
}

const hostOf = (url: string): string => parseUrl(url)?.host ?? '';

/**
 * Uses the addresses in certificates (RFC 5280, 4.2.1.13), unchecked: the certificates lead to a
 * trusted root, so their authority chose them.
 */
export function httpLists({ urls = [], clock }: HttpListsOptions) {
  const limits = { maxBytes: LIST_BYTES, refusalOf: anyAddress };
  const kept = new Map<string, KeptList>();
  const listeners: ((asked: AskedHost) => void)[] = [];
  const fetched = (url: string): Promise<Buffer | undefined> => {
    const now = clock.now().getTime();
    const known = kept.get(url);
    if (known && Math.abs(now - known.at) < FRESH_MS) return known.list;
    const list = fetchBody({ url }, limits).then((answer) => {
      const reason = 'failure' in answer ? answer.failure : null;
      for (const tell of listeners) tell({ host: hostOf(url), reason });
      if ('body' in answer) return answer.body;
      kept.delete(url);
      return undefined;
    });
    kept.set(url, { at: now, list });
    return list;
  };
  return {
    async listsFor(certificates: readonly Buffer[]): Promise<Buffer[]> {
      const named = certificates.flatMap((der) => crlUrls(new X509Certificate(der)));
      const lists = await Promise.all([...new Set([...named, ...urls])].map(fetched));
      return lists.filter((list) => list !== undefined);
    },
    onAsked: (tell: (asked: AskedHost) => void) => void listeners.push(tell),
  };
}
