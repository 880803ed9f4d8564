import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { DocumentIndex } from '../../../src/cli/finding/document-index.ts';
import { IndexFile } from '../../../src/cli/finding/index-file.ts';
import type { Document } from '../../../src/client/index.ts';
import { lockFile } from '../../../src/locks/file-lock.ts';
import { indexedDocument } from '../../support/cli/indexed-document.ts';
import { numbered } from '../../support/cli/many-documents.ts';
import { makeTestFolder } from '../../support/cli/run-esign.ts';
import { summary } from '../../support/client/a-list.ts';
import { bundleVictim } from '../../support/kills/bundle-victim.ts';

const VICTIM = new URL('../../support/kills/index-victim.ts', import.meta.url);
const KILLS = 4;

async function openFolder() {
  const folder = join(await makeTestFolder(), 'cache', 'account');
  const warnings: string[] = [];
  const open = () =>
    DocumentIndex.open({ file: new IndexFile(folder), warn: (text) => warnings.push(text) });
  return { folder, file: join(folder, 'documents.jsonl'), open, warnings };
}

const learnt = (index: DocumentIndex, place: number, round = 0) =>
  index.learn(indexedDocument(place, round) as Document);

test('what was saved is there the next time, for its owner, without links and phones', async () => {
  const { folder, file, open } = await openFolder();
  const index = await open();
  learnt(index, 1);
  index.see([index.get(numbered(1))!.row], new Date('2026-11-23T06:00:00Z'));
  await index.save();
  const again = await open();
  expect(again.documents).toEqual(index.documents);
  expect(again.listedAt).toBe('2026-11-23T06:00:00.000Z');
  expect(await readFile(file, 'utf8')).not.toMatch(/sign\.example|9876543210|openedAt/);
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
  expect(await modeOf(file)).toBe(0o600);
  expect(await modeOf(folder)).toBe(0o700);
  expect(await modeOf(join(folder, '..'))).toBe(0o700);
});

test.each([
  ['half a line', '{"documentId":"0'],
  ['bytes that are no text', '\u0000\ufffd\n'],
  ['a document of another kind', `{"documentId":"${numbered(2)}","name":3}\n`],
  [
    'a status that there is not',
    `{"documentId":"${numbered(2)}","name":"x","status":"LOST","createdAt":"","total":0,"signed":0}\n`,
  ],
  [
    'a signer without a name',
    `{"documentId":"${numbered(2)}","name":"x","status":"SENT","createdAt":"","total":1,"signed":0,"signers":[{}]}\n`,
  ],
  ['null', 'null\n'],
])('%s is skipped, and takes nothing with it', async (_, text) => {
  const { file, open } = await openFolder();
  const index = await open();
  learnt(index, 1);
  await index.save();
  await appendFile(file, text);
  const torn = await open();
  expect(torn.documents).toEqual(index.documents);
  learnt(torn, 3);
  await torn.save();
  expect((await open()).documents).toHaveLength(2);
});

test('a row that changed takes the signers with it until they are read again', async () => {
  const { open } = await openFolder();
  const index = await open();
  learnt(index, 1);
  const { row } = index.get(numbered(1))!;
  index.see([row]);
  expect(index.get(numbered(1))?.signers).toHaveLength(1);
  for (const change of [
    { name: 'Lease of flat 2' },
    { status: 'SENT' as const },
    { signers: { total: 2, signed: 0 } },
    { signers: { total: 1, signed: 1 } },
  ]) {
    learnt(index, 1);
    index.see([{ ...row, ...change }]);
    expect(index.get(numbered(1))).toEqual({ row: { ...row, ...change } });
  }
});

test('documents that the whole list lacks are forgotten, on disk too', async () => {
  const { open } = await openFolder();
  const index = await open();
  for (const place of [1, 2]) learnt(index, place);
  await index.save();
  index.see([index.get(numbered(2))!.row], new Date());
  await index.save();
  expect((await open()).documents.map(({ row }) => row.documentId)).toEqual([numbered(2)]);
});

test('a document that changed has one line, and lines of earlier releases are read', async () => {
  const { file, open } = await openFolder();
  const index = await open();
  for (const round of [0, 1]) {
    learnt(index, 1, round);
    await index.save();
  }
  expect((await readFile(file, 'utf8')).match(/documentId/g)).toHaveLength(1);
  await appendFile(file, `${JSON.stringify({ gone: numbered(1) })}\n`);
  expect((await open()).documents).toEqual([]);
});

test('two that write at once lose nothing of each other', async () => {
  const { open } = await openFolder();
  const [one, other] = [await open(), await open()];
  const write = async (index: DocumentIndex, first: number) => {
    for (let place = first; place < 20; place += 2) {
      learnt(index, place);
      await index.save();
    }
  };
  await Promise.all([write(one, 0), write(other, 1)]);
  expect((await open()).documents).toHaveLength(20);
});

test('while another holds the file for long, nothing is written, and nobody waits for ever', async () => {
  const { file, open, warnings } = await openFolder();
  const index = await open();
  learnt(index, 1);
  await mkdir(join(file, '..'), { recursive: true });
  const lock = await lockFile(`${file}.lock`, 'a test');
  onTestFinished(() => lock.release());
  await index.save();
  expect((await open()).documents).toEqual([]);
  expect(warnings).toEqual([]);
});

test('a folder that cannot be written is warned of once, and the index goes on in memory', async () => {
  const folder = await makeTestFolder({ cache: 'a file' });
  const warnings: string[] = [];
  const file = new IndexFile(join(folder, 'cache', 'account'));
  const index = await DocumentIndex.open({ file, warn: (text) => warnings.push(text) });
  learnt(index, 1);
  await index.save();
  await index.save();
  expect(warnings).toEqual([
    'the index of documents cannot be kept: part of the path is not a folder',
  ]);
  expect(index.get(numbered(1))).toBeDefined();
});

test('a writer that is killed leaves an index that holds only what it wrote, whole', async () => {
  const { folder, open, warnings } = await openFolder();
  const script = await bundleVictim(VICTIM);
  onTestFinished(() => script.remove());
  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = spawn(process.execPath, [script.path, folder]);
    const ended = once(child, 'close');
    await once(child.stdout, 'data');
    await pause(Math.random() * 60);
    child.kill('SIGKILL');
    await ended;
    const index = await open();
    expect(index.documents).toHaveLength(40);
    for (const { row, signers } of index.documents)
      expect(signers?.map(({ name }) => name)).toEqual([row.name.replace('Lease', 'Asha Rao')]);
  }
  const index = await open();
  index.see([summary(numbered(99)) as never]);
  await index.save();
  expect((await open()).documents).toHaveLength(41);
  expect(warnings).toEqual([]);
});
