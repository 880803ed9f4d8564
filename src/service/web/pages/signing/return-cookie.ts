import type { FastifyReply, FastifyRequest } from 'fastify';

/** The authority returns here; the only path that gets the cookie. */
export const RETURN_PATH = '/gateway/return';

const COOKIE = 'signer';
const LIFE_S = 24 * 60 * 60;

/**
 * Lets a return without a usable answer lead back to the signer's page. Browsers send the cookie with
 * a GET only (SameSite=Lax), not when the authority posts an answer from its own site.
 */
export function rememberSigner(reply: FastifyReply, token: string, baseUrl: string): void {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  const rules = `Path=${RETURN_PATH}; Max-Age=${LIFE_S}; HttpOnly; SameSite=Lax${secure}`;
  reply.header('Set-Cookie', `${COOKIE}=${token}; ${rules}`);
}

/** The link token of the signer who left for the authority from this browser. */
export const rememberedSigner = ({ headers }: FastifyRequest): string | undefined =>
  /(?:^|;) *signer=([\w.-]+)/.exec(headers.cookie ?? '')?.[1];
