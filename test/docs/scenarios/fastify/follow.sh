cat > app.mjs <<'END'
import { appendFile } from 'node:fs/promises';
import { receiveWebhooks } from 'esign-sdk';
import Fastify from 'fastify';

const done = new Set();
const webhooks = receiveWebhooks({
  secrets: process.env.ESIGN_WEBHOOK_SECRET ?? '',
  onEvent: async ({ event, documentId }) => {
    if (event !== 'document.completed' || done.has(documentId)) return;
    done.add(documentId);
    await appendFile('completed.txt', `${documentId}\n`);
  },
});

const app = Fastify();
app.register(async (scope) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_, bytes) => bytes);
  scope.post('/hooks', async (request, reply) => {
    const { status } = await webhooks.handle({ rawBody: request.body, headers: request.headers });
    return reply.code(status).send();
  });
});
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
END
