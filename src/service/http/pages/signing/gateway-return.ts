import type { FastifyInstance, FastifyRequest } from 'fastify';
import { GatewayAnswerRefused } from '../../../ports/signing-gateway.ts';
import type { ServiceDeps } from '../../../use-cases/deps.ts';
import { answerBytes, answerSha256 } from '../../../use-cases/signatures/evidence.ts';
import type { Finished } from '../../../use-cases/signatures/finish-signature.ts';
import { finishSignature } from '../../../use-cases/signatures/finish-signature.ts';
import { originOf } from '../../origin-of.ts';
import { formParts, invalidForm } from '../../read-body.ts';
import { sendPage } from '../layout.ts';
import { noticePage } from '../notice-page.ts';
import { signPath } from './sign-routes.ts';

/** Largest answer of an authority, in bytes. */
export const ANSWER_BYTES = 256 * 1024;
const ANSWER_FIELDS = 20;

/** Takes the authority's answer from the signer's browser, as url-encoded or multipart fields. */
export function gatewayReturn(app: FastifyInstance, deps: ServiceDeps): void {
  app.post('/gateway/return', async (request, reply) => {
    const finished = await finish(deps, request);
    if (finished === 'refused') return sendPage(reply.code(400), noticePage('refused-answer'));
    if (!finished) return sendPage(reply.code(404), noticePage('unknown-signature'));
    const { token, reason } = finished;
    const problem = reason ? `?problem=${reason}` : '';
    return reply.redirect(`${signPath(token)}${problem}`, 303);
  });
}

/** Logs an answer that cannot be used, besides the record of its attempt. */
async function finish(
  deps: ServiceDeps,
  request: FastifyRequest,
): Promise<Finished | 'refused' | undefined> {
  const origin = originOf(request, `authority:${deps.gateway.name}`);
  const fields = await readFields(request);
  const log = (reason: string) => {
    const sha256 = answerSha256(answerBytes(fields));
    request.log.warn({ reason, sha256 }, 'gateway answer refused');
  };
  try {
    const addressedTo = addressOf(request);
    const finished = await finishSignature(deps, { fields, addressedTo, origin });
    if (!finished) log('unknown_txn');
    return finished;
  } catch (error) {
    if (!(error instanceof GatewayAnswerRefused)) throw error;
    log(error.reason);
    return 'refused';
  }
}

/** The transaction in the request's address. */
function addressOf({ query }: FastifyRequest): string | null {
  const hasTxn = typeof query === 'object' && query !== null && 'txn' in query;
  return hasTxn && typeof query.txn === 'string' ? query.txn : null;
}

const malformed = () => invalidForm('The answer is not a form.');

async function readFields(request: FastifyRequest): Promise<Record<string, string>> {
  const fields = request.isMultipart() ? await multipartFields(request) : request.body;
  if (typeof fields !== 'object' || fields === null) throw malformed();
  return Object.fromEntries(Object.entries(fields).map(textField));
}

function textField([name, value]: [string, unknown]): [string, string] {
  if (typeof value !== 'string') throw malformed();
  return [name, value];
}

async function multipartFields(request: FastifyRequest): Promise<Record<string, unknown>> {
  const limits = { fieldSize: ANSWER_BYTES, fields: ANSWER_FIELDS, parts: ANSWER_FIELDS, files: 0 };
  const fields: Record<string, unknown> = {};
  for await (const part of formParts(request, { limits, isPartAFile: () => false })) {
    const isWhole = part.type === 'field' && !part.valueTruncated && !(part.fieldname in fields);
    if (!isWhole) throw malformed();
    fields[part.fieldname] = part.value;
  }
  return fields;
}
