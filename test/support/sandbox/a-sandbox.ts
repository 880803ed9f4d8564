import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { openControl, startSandbox } from '../../../src/sandbox/index.ts';
import type { SandboxOptions } from '../../../src/sandbox/sandbox-options.ts';
import { aPdf } from '../pdf/a-pdf.ts';
import { removeFolder } from '../remove-folder.ts';
import { seedAuthority } from '../trust/seed-authority.ts';

/** Starts a sandbox on free ports, by default in a temporary folder. */
export async function startTestSandbox(options: Partial<SandboxOptions> = {}) {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'esign-sandbox-test-')));
  const isThere = await stat(dataDir).catch(() => undefined);
  if (isThere?.isDirectory()) await seedAuthority(dataDir);
  const sandbox = await startSandbox({
    port: 0,
    credits: 100,
    webhooks: [],
    version: '0.1.0',
    ...options,
    dataDir,
  });
  const control = await openControl(sandbox.dataDir);
  const close = async () => {
    await sandbox.close();
    if (!options.dataDir) await removeFolder(dataDir);
  };
  return { sandbox, control, close };
}

/** Calls the sandbox's API; returns the response's JSON. */
export async function callApi(sandbox: RunningSandbox, path: string, init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${sandbox.apiKey}`, ...init.headers };
  const answer = await fetch(`${sandbox.baseUrl}/api/v1/documents${path}`, { ...init, headers });
  return { status: answer.status, content: await answer.json() };
}

/** Uploads a document; returns its id. */
export async function uploadTo(sandbox: RunningSandbox): Promise<string> {
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(aPdf())], { type: 'application/pdf' }), 'lease.pdf');
  const { content } = await callApi(sandbox, '', { method: 'POST', body });
  return content.documentId;
}

/** Uploads a document and sends it to signers of these names; returns its id. */
export async function sendTo(sandbox: RunningSandbox, names: readonly string[]): Promise<string> {
  const documentId = await uploadTo(sandbox);
  const signers = names.map((name, i) => ({
    name,
    email: `signer${i + 1}@example.in`,
    phone: '9876543210',
  }));
  await callApi(sandbox, `/${documentId}/signers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ signers }),
  });
  await callApi(sandbox, `/${documentId}/send`, { method: 'POST' });
  return documentId;
}

/** Downloads bytes from the sandbox's API. */
export async function downloadFrom(sandbox: RunningSandbox, path: string): Promise<Uint8Array> {
  const headers = { authorization: `Bearer ${sandbox.apiKey}` };
  const answer = await fetch(`${sandbox.baseUrl}/api/v1/documents${path}`, { headers });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}.`);
  return new Uint8Array(await answer.arrayBuffer());
}
