import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { EVENT_HEADER, SIGNATURE_HEADER } from '../../src/contract/webhooks/webhook-headers.ts';
import { signWebhook } from '../../src/contract/webhooks/webhook-signature.ts';
import { anEvent } from './delivery-world.ts';

/** As many as the service attempts at once for sixteen endpoints. */
export const AT_ONCE = 64;

/** A receiver in a process of its own, which answers 204 and does nothing else; it leaves closing to its clients. */
const RECEIVER = `require('node:http').createServer({ keepAliveTimeout: 0 }, (request, response) => {
  request.resume().on('end', () => response.writeHead(204).end());
}).listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;

export async function startReceiver(): Promise<{ url: string; stop: () => void }> {
  const child = spawn(process.execPath, ['-e', RECEIVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(child.stdout, 'data');
  return { url: `http://127.0.0.1:${String(port).trim()}`, stop: () => void child.kill() };
}

/** A minimal sender: signs and posts over kept connections. */
export function barePost(url: string): () => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const body = Buffer.from(JSON.stringify(anEvent('5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11')));
  return () =>
    new Promise((done, fail) => {
      const headers = {
        'Content-Type': 'application/json',
        'Content-Length': body.length,
        [SIGNATURE_HEADER]: signWebhook(body, 'whsec_bench'),
        [EVENT_HEADER]: 'signer.signed',
      };
      const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
        answer.resume().once('end', done);
      });
      sent.once('error', fail).end(body);
    });
}
