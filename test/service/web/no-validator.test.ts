import fastify from 'fastify';
import { expect, test } from 'vitest';
import { NO_VALIDATOR } from '../../../src/service/web/server-options.ts';

test.each(['body', 'querystring', 'params', 'headers'])(
  'a route with a schema for its %s ends the start',
  async (part) => {
    const app = fastify({ schemaController: NO_VALIDATOR });
    app.post('/:id', { schema: { [part]: { type: 'object' } } }, () => 'answered');
    await expect(app.ready()).rejects.toThrow('in the handler');
  },
);

test('a route without schemas answers', async () => {
  const app = fastify({ schemaController: NO_VALIDATOR });
  app.get('/', () => 'answered');
  expect((await app.inject('/')).body).toBe('answered');
});
