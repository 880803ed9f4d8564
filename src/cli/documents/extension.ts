import type { EsignClient } from '../../client/index.ts';
import { ApiError } from '../../client/index.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';

/** The alternative in the dashboard, by extension. */
const INSTEAD = {
  timeline: 'its page in the dashboard has a history',
  withdraw: 'its page in the dashboard has "Withdraw…"',
  resend: 'its page in the dashboard has "Resend link"',
  'external-id': 'only the name of a document is kept there',
} as const;

type ExtensionName = keyof typeof INSTEAD;

interface DashboardPlace {
  readonly client: EsignClient;
  readonly baseUrl: string;
}

function missing(name: ExtensionName, { baseUrl }: DashboardPlace, documentId?: string): CliError {
  return new CliError({
    code: 'extension_missing',
    what: `the service at ${new URL(baseUrl).host} does not offer "${name}" by its API`,
    why: INSTEAD[name],
    next:
      documentId === undefined
        ? `open ${baseUrl}/dashboard/documents`
        : `esign docs open ${documentId}`,
    exitCode: EXIT.notFound,
    documentId,
  });
}

/** Throws a `CliError` (exit 5) without the extension. */
export async function requireExtension(name: ExtensionName, place: DashboardPlace): Promise<void> {
  if (!(await place.client.extensions()).includes(name)) throw missing(name, place);
}

/** Throws a `CliError` (exit 5) that names the dashboard's page if the service lacks it. */
export async function withExtension<T>(
  name: ExtensionName,
  place: DashboardPlace & { readonly documentId: string },
  request: PromiseLike<T>,
): Promise<T> {
  try {
    return await request;
  } catch (error) {
    const isMissing = error instanceof ApiError && error.status === 404;
    if (!isMissing || (await place.client.extensions()).includes(name)) throw error;
    throw missing(name, place, place.documentId);
  }
}
