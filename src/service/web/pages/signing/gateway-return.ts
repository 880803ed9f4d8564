import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isRecord } from '../../../../contract/is-record.ts';
import { html } from '../../../../html/html.ts';
import type { ServiceDeps } from '../../../core/deps.ts';
import type { WayBack } from '../../../core/links/links.rules.ts';
import {
  readSigningToken,
  readWayBack,
  sealWayBack,
  tokenOnWayBack,
} from '../../../core/links/links.rules.ts';
import { readView } from '../../../core/links/open-link.ts';
import { answerBytes, answerSha256 } from '../../../core/signing/evidence.ts';
import { finishSignature } from '../../../core/signing/finish-signature.ts';
import type { Finished } from '../../../core/signing/judge-answer.ts';
import { AnswerNotJudged, GatewayAnswerRefused } from '../../../ports/signing-gateway.ts';
import { StoreUnavailable } from '../../../ports/store-unavailable.ts';
import { unavailable } from '../../error-replies.ts';
import { formParts, invalidForm } from '../../kit/read-body.ts';
import { originOf, SIGNER } from '../../kit/request-text.ts';
import type { LanguageReader } from '../language.ts';
import { signPath } from '../language.ts';
import type { Page } from '../layout.ts';
import { sendPage } from '../layout.ts';
import { sendNotice } from '../notice-page.ts';

/** The authority returns here; the only path that gets the cookie. */
const RETURN_PATH = '/gateway/return';

const COOKIE = 'signer';
const LIFE_S = 24 * 60 * 60;

/**
 * Lets a return without a usable answer lead back to the signer's page. Browsers send the cookie
 * with a GET only (SameSite=Lax), not when the authority posts an answer from its own site.
 */
export function rememberSigner(reply: FastifyReply, token: string, baseUrl: string): void {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  const rules = `Path=${RETURN_PATH}; Max-Age=${LIFE_S}; HttpOnly; SameSite=Lax${secure}`;
  reply.header('Set-Cookie', `${COOKIE}=${token}; ${rules}`);
}

/** The link token of the signer who left for the authority from this browser. */
const rememberedSigner = ({ headers }: FastifyRequest): string | undefined =>
  /(?:^|;) *signer=([\w.-]+)/.exec(headers.cookie ?? '')?.[1];

/** Holds an answer that may not be stored, to post it again. Multipart keeps it from growing. */
const repostPage =
  (address: string, fields: Readonly<Record<string, string>>) =>
  ({ words: { repost } }: LanguageReader): Page => ({
    title: repost.title,
    state: 'repost',
    scripts: ['retry.js'],
    content: html`<section class="card">
<h1>${repost.title}</h1>
<p>${repost.words}</p>
<form method="post" action="${address}" enctype="multipart/form-data" data-retry>
${Object.entries(fields).map(
  ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">
`,
)}<button type="submit">${repost.button}</button>
</form>
</section>
`,
  });

/** Gives the answer back while the database is unavailable; needs no database itself. */
function sendRepost(reply: FastifyReply, fields: Readonly<Record<string, string>>): FastifyReply {
  return sendPage(unavailable(reply), repostPage(reply.request.url, fields));
}

export const ANSWER_BYTES = 256 * 1024;

/**
 * Takes the authority's answer, URL-encoded or multipart, and redirects to the link that the
 * browser remembers. Without one, only an attempt's first answer leads to its link: anyone with a
 * copy could post an answer later, whatever the link shows by then.
 */
export function gatewayReturn(app: FastifyInstance, deps: ServiceDeps): void {
  app.post(RETURN_PATH, async (request, reply) => {
    const fields = await readFields(request);
    const finished = await finish(deps, request, fields).catch((error: unknown) => {
      if (error instanceof AnswerNotJudged) request.log.warn({ err: error }, 'answer not judged');
      else if (!(error instanceof StoreUnavailable)) throw error;
      return undefined;
    });
    if (finished === undefined) return sendRepost(reply, fields);
    if (typeof finished === 'string') {
      return reply.redirect(`${RETURN_PATH}?problem=${finished}`, 303);
    }
    request.setDecorator<string | null>(SIGNER, finished.signerId);
    const way = sealWayBack(deps.links, finished, deps.clock.now());
    return reply.redirect(`${RETURN_PATH}?way=${way}`, 303);
  });
  app.get<{ Querystring: { problem?: string; way?: string } }>(
    RETURN_PATH,
    async (request, reply) => {
      const { way: sealedWay = '', problem: name } = request.query;
      const way = readWayBack(deps.links, sealedWay, deps.clock.now());
      if (way) return leadBack(deps, reply, way);
      const problem = PROBLEMS.find((known) => known === name);
      const token = rememberedSigner(request);
      const view = token && (await readView(deps, token));
      if (view) return sendBack(reply, token, problem);
      if (problem === 'refused_answer') return sendNotice(reply.code(400), 'refused-answer');
      return sendNotice(reply.code(404), 'unknown-signature');
    },
  );
}

function leadBack({ links }: ServiceDeps, reply: FastifyReply, way: WayBack): FastifyReply {
  const remembered = rememberedSigner(reply.request) ?? '';
  const isOwn = readSigningToken(links, remembered)?.signerId === way.signerId;
  const token = isOwn ? remembered : tokenOnWayBack(links, way);
  return token ? sendBack(reply, token, way.reason) : sendPage(reply, outcomePage(way));
}

/** For a browser that remembers no link. */
const outcomePage =
  ({ reason }: WayBack) =>
  ({ words }: LanguageReader): Page => {
    const { title, signed, notSigned, next } = words.returned;
    const failure = reason && words.failures[reason];
    const text = typeof failure === 'function' ? notSigned : (failure ?? signed);
    return {
      title,
      state: 'returned',
      content: html`<section class="card">
<h1>${title}</h1>
<p>${text}</p>
<p>${next}</p>
</section>
`,
    };
  };

const sendBack = (reply: FastifyReply, token: string, problem: string | null | undefined) =>
  reply.redirect(`${signPath(token)}${problem ? `?problem=${problem}` : ''}`, 303);

const PROBLEMS = ['refused_answer', 'unknown_answer'] as const;
type ReturnProblem = (typeof PROBLEMS)[number];

type AnswerFields = Readonly<Record<string, string>>;

/** Logs unusable answers; the attempt records them, too. */
async function finish(
  deps: ServiceDeps,
  request: FastifyRequest,
  fields: AnswerFields,
): Promise<Finished | ReturnProblem> {
  const origin = originOf(request, 'authority');
  const log = (reason: string) => {
    const sha256 = answerSha256(answerBytes(fields));
    request.log.warn({ reason, sha256 }, 'gateway answer refused');
  };
  try {
    const addressedTo = addressOf(request);
    const finished = await finishSignature(deps, { fields, addressedTo, origin });
    if (finished?.reason === 'gateway_missing')
      request.log.error({ txn: addressedTo }, 'gateway missing: answer kept');
    if (finished?.reason === 'files_unavailable')
      request.log.error({ txn: addressedTo }, 'files unavailable: signature kept');
    if (finished?.reason === 'unreadable_answer')
      request.log.error({ txn: addressedTo }, 'answer set aside: two judgings never came back');
    if (finished) return finished;
    log('unknown_txn');
    return 'unknown_answer';
  } catch (error) {
    if (!(error instanceof GatewayAnswerRefused)) throw error;
    log(error.reason);
    return 'refused_answer';
  }
}

function addressOf({ query }: FastifyRequest): string | null {
  const txn = isRecord(query) ? query.txn : null;
  return typeof txn === 'string' ? txn : null;
}

const malformed = () => invalidForm('The answer is not a form.');

async function readFields(request: FastifyRequest): Promise<AnswerFields> {
  const fields = request.isMultipart() ? await multipartFields(request) : request.body;
  if (typeof fields !== 'object' || fields === null) throw malformed();
  return Object.fromEntries(Object.entries(fields).map(textField));
}

function textField([name, value]: [string, unknown]): [string, string] {
  if (typeof value !== 'string') throw malformed();
  return [name, value];
}

async function multipartFields(request: FastifyRequest): Promise<Record<string, unknown>> {
  const limits = { fieldSize: ANSWER_BYTES, files: 0 };
  const fields: Record<string, unknown> = {};
  let size = 0;
  for await (const part of formParts(request, { limits, isPartAFile: () => false })) {
    const isWhole = part.type === 'field' && !part.valueTruncated && !(part.fieldname in fields);
    if (!isWhole) throw malformed();
    size += String(part.value).length;
    if (size > ANSWER_BYTES) throw malformed();
    fields[part.fieldname] = part.value;
  }
  return fields;
}
