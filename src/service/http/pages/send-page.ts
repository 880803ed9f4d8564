import type { FastifyReply } from 'fastify';
import type { Page } from './layout.ts';
import { layOut } from './layout.ts';

/** Sends a page with the reply's status. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(layOut(page));
}
