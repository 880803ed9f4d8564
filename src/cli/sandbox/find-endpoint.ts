import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { harmless } from '../terminal/harmless.ts';

const SHORTEST_BEGINNING = 8;

/** The part of an endpoint that tells it from others. */
interface Endpoint {
  readonly endpointId: string;
  readonly url: string;
}

/**
 * The endpoint that the text names: by its id, or 8 characters or more of the beginning of it. Throws a `CliError`:
 * 2 for what names several or is too short, 5 for what names none.
 */
export function findEndpoint<E extends Endpoint>(text: string, endpoints: readonly E[]): E {
  const name = harmless(text);
  const found = endpoints.filter(({ endpointId }) => endpointId.startsWith(text));
  const next = 'esign sandbox webhook list';
  if (text.length < SHORTEST_BEGINNING) {
    const what = `"${name}" is too short to name an endpoint`;
    const why = 'an endpoint is named by its id, or by the first 8 characters of it or more';
    throw new CliError({ code: 'invalid_endpoint', what, why, next, exitCode: EXIT.usage });
  }
  const [first, ...others] = found;
  if (first === undefined) {
    const what = `no endpoint's id begins with "${name}"`;
    throw new CliError({ code: 'not_found', what, next, exitCode: EXIT.notFound });
  }
  if (others.length === 0) return first;
  throw new CliError({
    code: 'ambiguous_endpoint',
    what: `"${name}" is the beginning of ${found.length} endpoints`,
    why: found.map(({ endpointId, url }) => `${endpointId} (${harmless(url)})`).join(', '),
    next: 'give more of the id',
    exitCode: EXIT.usage,
  });
}
