import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendPage } from '../pages/page-server.ts';
import { lockedPage } from './dashboard-pages.ts';
import type { DeskAccess } from './desk-access.ts';

/** The key in a request's query. A HEAD request, as a preview sends, does not use it up. */
function keyIn({ method, query }: FastifyRequest): string | undefined {
  const hasKey = method === 'GET' && typeof query === 'object' && query !== null && 'key' in query;
  return hasKey && typeof query.key === 'string' ? query.key : undefined;
}

function cookieIn({ headers }: FastifyRequest, name: string): string {
  const pairs = (headers.cookie ?? '').split(/; */);
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}

const COMMANDS: Readonly<Record<string, string>> = {
  '/': 'esign sandbox open desk',
  '/phone': 'esign sandbox open phone',
};

function sendLocked(reply: FastifyReply): FastifyReply {
  const path = reply.request.routeOptions.url ?? '';
  return sendPage(reply, lockedPage(COMMANDS[path] ?? 'esign sandbox open'), 401);
}

/** The same address without its key. */
const withoutKey = ({ url }: FastifyRequest): string => url.slice(0, url.indexOf('?'));

/**
 * Lets in browsers with the desk's cookie or a session of the dashboard, and gives the cookie to one that brings a key. Others get a page that names the
 * command to type. Browsers send a cookie to every port of a host, so its name holds the port.
 */
export function guardDesk(
  desk: DeskAccess,
  dashboardUrl: () => string,
  isSignedIn: (headers: FastifyRequest['headers']) => Promise<boolean>,
) {
  const knows = async (request: FastifyRequest, name: string): Promise<boolean> =>
    desk.knows(cookieIn(request, name)) || (await isSignedIn(request.headers));
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const name = `esign_desk_${new URL(dashboardUrl()).port}`;
    const isKnown = await knows(request, name);
    const key = keyIn(request);
    if (key === undefined && isKnown) return;
    const session = key === undefined ? undefined : desk.redeem(key);
    if (session) reply.header('set-cookie', `${name}=${session}; Path=/; HttpOnly; SameSite=Lax`);
    await (session || isKnown ? reply.redirect(withoutKey(request), 303) : sendLocked(reply));
  };
}
