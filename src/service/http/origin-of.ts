import type { FastifyRequest } from 'fastify';
import type { Origin } from '../domain/audit.ts';

/** Longest part of a user agent that the audit trail keeps. */
const USER_AGENT_LENGTH = 300;

/** Where a request comes from, as the audit trail records it. */
export function originOf(request: FastifyRequest, actor: string): Origin {
  return {
    actor,
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_LENGTH) ?? null,
    requestId: request.id,
  };
}
