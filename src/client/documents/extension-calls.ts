import type { DocumentStatus } from '../../contract/document.ts';
import type { ExtensionEndpoint } from '../../contract/endpoints.ts';
import { ALL_ENDPOINTS } from '../../contract/endpoints.ts';
import type { ENDED_FILTERS } from '../../contract/extensions/names.ts';
import { isRecord } from '../../contract/is-record.ts';
import { callEndpoint, endpointCall } from '../http/call-endpoint.ts';
import type { CallOptions, Context } from '../http/context.ts';
import { CALL_OPTIONS } from '../http/context.ts';
import { orUnknown } from '../http/raw-request.ts';
import type { ApiPromise } from '../http/run-call.ts';
import { runCall } from '../http/run-call.ts';

/** Why a document is withdrawn. */
export interface WithdrawOptions extends CallOptions {
  /** Shown to the signers; 1 to 500 characters. */
  readonly reason: string;
}

/** Whom to mail again. */
export interface ResendOptions extends CallOptions {
  /** Default: the signer whose turn it is. */
  readonly signerId?: string | undefined;
}

/** What to search for; all that is given must fit. */
export interface SearchParams extends CallOptions {
  /** Words of the name, signers or external id, the start of an id, a request's id, or a day. */
  readonly q?: string | undefined;
  /** The status of the API, in which ended documents are `SENT`. */
  readonly status?: DocumentStatus | undefined;
  /** How a document ended otherwise than by completion; `none` for those that did not. */
  readonly ended?: (typeof ENDED_FILTERS)[number] | undefined;
  /** Only documents created at this time or later. */
  readonly since?: Date | string | undefined;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
  /** Documents per page; the service clamps it to 1..100. */
  readonly limit?: number | undefined;
}

/** By endpoint: a field of each response, and the options that the query or the body carries. */
const SHAPES: Readonly<Record<ExtensionEndpoint, string>> = {
  listExtensions: 'extensions',
  searchDocuments: 'nextCursor q status ended since cursor limit',
  retrieveTimeline: 'entries',
  withdrawDocument: 'ended reason',
  resendLink: 'signer signerId',
  resendToSigner: 'signer signerId',
  findText: 'texts texts',
  setExternalId: 'externalId externalId',
};

interface ExtensionCall {
  readonly endpoint: ExtensionEndpoint;
  readonly documentId?: string | undefined;
}

/** The client's options, and those that the query, the body or the path carries. */
export interface ExtensionOptions extends Partial<WithdrawOptions>, ResendOptions, SearchParams {
  readonly texts?: readonly string[];
  readonly externalId?: string | null;
}

const JSON_HEADERS = { 'content-type': 'application/json' };

/** Throws the errors of a call; `OutcomeUnknownError` if an unsafe one may have been applied. */
export function callExtension<T>(
  shared: Context,
  { endpoint, documentId }: ExtensionCall,
  options: ExtensionOptions,
): ApiPromise<T> {
  const [has = '', ...fields] = SHAPES[endpoint].split(' ');
  const names = { ...CALL_OPTIONS, ...Object.fromEntries(fields.map((name) => [name, true])) };
  const isShaped = (value: unknown): value is T => isRecord(value) && has in value;
  return runCall<T, CallOptions>(shared, { options, names }, async (context) => {
    const own = JSON.stringify(options, fields);
    const sent =
      ALL_ENDPOINTS[endpoint].method === 'GET'
        ? { query: JSON.parse(own) }
        : { headers: JSON_HEADERS, body: Buffer.from(own) };
    const request = { endpoint, documentId, signerId: options.signerId, ...sent };
    try {
      return await callEndpoint(context, request, isShaped);
    } catch (error) {
      throw orUnknown(endpointCall(context, request), error);
    }
  });
}
