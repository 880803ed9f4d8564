import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { LIMITS } from '../../src/contract/limits.ts';
import type { Held, MeasuredService } from '../support/deployment/measured-service.ts';
import { openUpload } from '../support/network/raw-request.ts';
import { FORM_END, FORM_HEADERS, partHead, pdfPart } from '../support/sign-in/form.ts';

const SERVICE = fileURLToPath(
  new URL('../support/deployment/measured-service.ts', import.meta.url),
);
const CHUNK = Buffer.alloc(64 * 1024);
const UPLOADS = [1, 2, 3, 4];
/** How far each upload comes before it pauses, and what may still be on its way to the disk. */
const SENT = LIMITS.pdfBytes - CHUNK.length;
const ON_THE_WAY = 1024 * 1024;

async function startService() {
  const child = fork(SERVICE, [], { execArgv: ['--expose-gc', '--import', 'tsx'] });
  onTestFinished(async () => {
    child.disconnect();
    await once(child, 'exit');
  });
  const [started] = await once(child, 'message');
  const { url, apiKey }: MeasuredService = started;
  const headers = { authorization: `Bearer ${apiKey}`, ...FORM_HEADERS };
  const open = () => openUpload(`${url}/api/v1/documents`, headers);
  return { open, held: () => heldBy(child) };
}

async function heldBy(child: ChildProcess): Promise<Held> {
  child.send('weigh');
  const [held] = await once(child, 'message');
  return held;
}

/** Uploads almost all of the largest file that is allowed, and stops there; answers how to end. */
async function pauseUpload({ request, answer }: ReturnType<typeof openUpload>) {
  request.write(partHead(pdfPart('')));
  for (let sent = 0; sent < SENT; sent += CHUNK.length) {
    if (!request.write(CHUNK)) await once(request, 'drain');
  }
  return async () => {
    request.end(`\r\n${FORM_END}`);
    return (await answer).status;
  };
}

test('the service holds no more of an upload than is on its way to the disk', async () => {
  const { open, held } = await startService();
  const first = await pauseUpload(open());
  expect(await first()).toBe(400);
  const before = await held();
  const ends = await Promise.all(UPLOADS.map(() => pauseUpload(open())));
  const most = UPLOADS.length * ON_THE_WAY;
  const onDisk = async () => (await held()).disk - before.disk;
  await expect.poll(onDisk).toBeGreaterThan(UPLOADS.length * SENT - most);
  expect((await held()).memory - before.memory).toBeLessThan(most);
  expect(await Promise.all(ends.map((end) => end()))).toEqual(UPLOADS.map(() => 400));
}, 180_000);
