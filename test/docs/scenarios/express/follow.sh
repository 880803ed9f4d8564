cat > app.mjs <<'END'
import { appendFile } from 'node:fs/promises';
import { receiveWebhooks } from 'esign-sdk';
import express from 'express';

const done = new Set();
const webhooks = receiveWebhooks({
  secrets: process.env.ESIGN_WEBHOOK_SECRET ?? '',
  onEvent: async ({ event, documentId }) => {
    if (event !== 'document.completed' || done.has(documentId)) return;
    done.add(documentId);
    await appendFile('completed.txt', `${documentId}\n`);
  },
});

const app = express();
app.post('/hooks', webhooks.handleNode);
app.listen(Number(process.env.PORT), '127.0.0.1');
END
