import { spawn } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { removeFolder } from '../remove-folder.ts';

/** What the program checks; it answers a good delivery with the document's id. */
const hook = (secret: string) => ({
  id: 'esign',
  'execute-command': '/bin/echo',
  'include-command-output-in-response': true,
  'pass-arguments-to-command': [{ source: 'payload', name: 'documentId' }],
  'trigger-rule-mismatch-http-response-code': 401,
  'trigger-rule': {
    match: {
      type: 'payload-hmac-sha256',
      secret,
      parameter: { source: 'header', name: 'X-Service-Signature' },
    },
  },
});

/** Debian's `webhook`, running. */
export interface DebianWebhook {
  log(): string;
  close(): Promise<void>;
}

/** Where deliveries go once it runs on a port. */
export const debianUrl = (port: number): string => `http://127.0.0.1:${port}/hooks/esign`;

/** Starts Debian's `webhook` on a loopback port, with a rule for deliveries that are signed with a secret. */
export async function startDebianWebhook(port: number, secret: string): Promise<DebianWebhook> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-webhook-'));
  const hooks = join(folder, 'hooks.json');
  await writeFile(hooks, JSON.stringify([hook(secret)]));
  const where = ['-ip', '127.0.0.1', '-port', String(port)];
  const child = spawn('webhook', ['-hooks', hooks, ...where, '-verbose']);
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      log += chunk.toString();
    });
  }
  await vi.waitFor(() => fetch(debianUrl(port)), { timeout: 60_000, interval: 100 });
  return {
    log: () => log,
    async close() {
      child.kill('SIGKILL');
      await removeFolder(folder);
    },
  };
}
