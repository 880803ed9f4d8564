import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { required } from '../input/argument.ts';
import { harmless } from '../terminal/harmless.ts';

export const endpointArgs = {
  endpoint: required('id of the endpoint, or its first 8 or more characters'),
};

const MIN_LENGTH = 8;

interface Endpoint {
  readonly endpointId: string;
  readonly url: string;
}

/**
 * Finds an endpoint by its id or its first 8 or more characters. Throws a `CliError`: exit 2 for an
 * ambiguous or too short name, 5 if there is none.
 */
export function findEndpoint<E extends Endpoint>(text: string, endpoints: readonly E[]): E {
  const name = harmless(text);
  const found = endpoints.filter(({ endpointId }) => endpointId.startsWith(text));
  const next = 'esign sandbox webhook list';
  if (text.length < MIN_LENGTH) {
    const what = `"${name}" is too short to name an endpoint`;
    const why = 'name an endpoint by its id, or by its first 8 or more characters';
    throw new CliError({ code: 'invalid_endpoint', what, why, next, exitCode: EXIT.usage });
  }
  const [first, ...others] = found;
  if (first === undefined) {
    const what = `no endpoint's id starts with "${name}"`;
    throw new CliError({ code: 'not_found', what, next, exitCode: EXIT.notFound });
  }
  if (others.length === 0) return first;
  throw new CliError({
    code: 'ambiguous_endpoint',
    what: `the ids of ${found.length} endpoints start with "${name}"`,
    why: found.map(({ endpointId, url }) => `${endpointId} (${harmless(url)})`).join(', '),
    next: 'give more characters of the id',
    exitCode: EXIT.usage,
  });
}
