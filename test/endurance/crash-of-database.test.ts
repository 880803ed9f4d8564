import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { DataFolderInUse } from '../../src/service/store/embedded/embedded-folder.ts';
import { openEmbeddedStore } from '../../src/service/store/embedded/open-embedded.ts';
import { at } from '../service/ports/store-builders.ts';
import { bundleVictim } from '../support/kills/bundle-victim.ts';
import {
  embeddedOptions,
  MIGRATIONS,
  temporaryFolder,
  testTemplate,
} from '../support/store/database.ts';

const { path, remove } = await bundleVictim(new URL('committing-writer.ts', import.meta.url));
const writerPath = path;
afterAll(remove);

async function startWriter(folder: string) {
  const args = [writerPath, folder, String(MIGRATIONS), String(await testTemplate())];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const acknowledged: string[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => acknowledged.push(line));
  const wrote = async (count: number) => {
    while (acknowledged.length < count) await once(lines, 'line');
  };
  const kill = async () => {
    const closed = once(lines, 'close');
    await die(child);
    await closed;
  };
  return { child, acknowledged, wrote, kill };
}

async function die(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

test('a killed process leaves all that it acknowledged, mails included, and its lock to the next', async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const options = await embeddedOptions(folder.path);
  const acknowledged: string[] = [];
  for (const count of [1, 40]) {
    const writer = await startWriter(folder.path);
    await writer.wrote(count);
    await writer.kill();
    acknowledged.push(...writer.acknowledged);
  }
  const store = await openEmbeddedStore(options);
  onTestFinished(store.close);
  const found = await Promise.all(acknowledged.map((id) => store.findDocument(id)));
  expect(found.filter((document) => document === undefined)).toEqual([]);
  const window = { now: at(), leaseUntil: at(1), limit: 10_000, perQueue: 10_000 };
  const mailed = (await store.claimOutbox(window)).map(({ documentId }) => documentId);
  expect(mailed).toEqual(expect.arrayContaining(acknowledged));
  expect(new Set(mailed).size).toBe(mailed.length);
}, 90_000);

test('a second process is told who has the folder open, since when', async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const writer = await startWriter(folder.path);
  await writer.wrote(1);
  const opened = openEmbeddedStore(await embeddedOptions(folder.path));
  const error: unknown = await opened.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DataFolderInUse);
  expect(error).toMatchObject({
    owner: { pid: writer.child.pid, command: 'committing-writer' },
    message: expect.stringMatching(
      new RegExp(`process ${writer.child.pid} \\(committing-writer\\) since 20\\d\\d-`),
    ),
  });
  const before = writer.acknowledged.length;
  await writer.wrote(before + 1);
  await writer.kill();
}, 90_000);
