import type { FastifyServerOptions } from 'fastify';

/**
 * Fastify without its validator, which would slow down each start: handlers check what comes in by the contract's schemas. A
 * route with a schema for its body, query or parameters ends the start with an error.
 */
export const NO_VALIDATOR = {
  compilersFactory: {
    buildValidator: () => {
      throw new Error('Check requests by the contract’s schemas, in the handler.');
    },
  },
} satisfies FastifyServerOptions['schemaController'];
