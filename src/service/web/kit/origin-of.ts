import type { FastifyRequest } from 'fastify';
import type { Origin } from '../../core/evidence/audit.rules.ts';

const USER_AGENT_LENGTH = 300;

export function originOf(request: FastifyRequest, actor: string): Origin {
  return {
    actor,
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_LENGTH) ?? null,
    requestId: request.id,
  };
}
