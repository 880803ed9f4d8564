import type { FastifyServerOptions } from 'fastify';

/**
 * Fastify's validator slows down startup: handlers check requests by the contract's schemas. A
 * route schema for body, query or parameters fails at startup.
 */
export const NO_VALIDATOR = {
  compilersFactory: {
    buildValidator: () => {
      throw new Error('Check requests by the contract’s schemas, in the handler.');
    },
  },
} satisfies FastifyServerOptions['schemaController'];
