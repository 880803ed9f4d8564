import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { ADMISSION, LINES, SURVEY } from '../../../src/pdf/admission/workers.ts';
import { DRAWING_BOMBS } from '../../support/drawing/drawing-bombs.ts';
import { aPdf, streamObject } from '../../support/pdf/a-pdf.ts';
import { objectStreamBomb, xrefStreamBomb, zeroWidthXref } from '../../support/pdf/hostile-pdf.ts';
import { measureJob } from '../../support/pdf/measured-worker.ts';
import { aPdfFile } from '../../support/pdf/pdf-files.ts';
import { testPdfWorkers } from '../../support/pdf/pdf-worker.ts';
import { STREAM_BOMBS } from '../../support/pdf/stream-bombs.ts';

const BOMBS = [objectStreamBomb, xrefStreamBomb, zeroWidthXref];

test.each(Object.entries(STREAM_BOMBS))(
  '%s ends within 10 s of processor time and 500 MB, read and surveyed',
  async (_, make) => {
    const path = aPdfFile(make());
    const read = await measureJob({ kind: 'admit', path, maxPages: 5000 }, ADMISSION);
    const surveyed = await measureJob({ kind: 'survey', path, pages: [1] }, SURVEY);
    expect(read.cpuMs + surveyed.cpuMs).toBeLessThan(10_000);
    expect(Math.max(read.peakMegabytes, surveyed.peakMegabytes)).toBeLessThan(500);
  },
  60_000,
);

test.each(Object.entries(DRAWING_BOMBS))(
  'drawing %s, and reading its text, ends in time',
  async (_, make) => {
    const path = aPdfFile(make());
    const surveyed = await measureJob({ kind: 'survey', path, pages: [1] }, SURVEY);
    expect(surveyed.cpuMs).toBeLessThan(SURVEY.cpuMs + 1000);
    const read = await measureJob({ kind: 'read', path, pages: [1] }, LINES);
    expect(read.cpuMs).toBeLessThan(LINES.cpuMs + 1000);
  },
);

test.each(Object.entries(DRAWING_BOMBS))(
  'a search in %s and its picture end in time, and the next file is searched',
  async (_, make) => {
    const workers = await testPdfWorkers({ size: 1 });
    const bytes = make();
    const queries = [{ words: 'agreement', width: 140, height: 110 }];
    const started = performance.now();
    await workers.locate({ bytes, queries });
    await workers.picture({ bytes, page: 1 });
    expect(performance.now() - started).toBeLessThan(31_000);
    const located = await workers.locate({ bytes: aPdf(), queries });
    expect(located?.answers[0]?.count).toBe(1);
  },
);

test('a worker that a bomb ended is replaced: the next files are surveyed and read', async () => {
  const workers = await testPdfWorkers({ size: 1 });
  const [bomb, good] = [DRAWING_BOMBS['three million lines']!(), aPdf()].map(aPdfFile);
  await workers.survey({ path: bomb!, pages: [1] });
  expect(await workers.survey({ path: good!, pages: [1] })).toHaveLength(1);
  await workers.readLines({ path: bomb!, pages: [1] });
  expect(await workers.readLines({ path: good!, pages: [1] })).toHaveLength(1);
});

/** CPU time of the ended child processes, in milliseconds. */
function childrenMs(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

/** The processor time that a process needs to start, in milliseconds. */
async function startMs(): Promise<number> {
  const before = childrenMs();
  const workers = await testPdfWorkers({ size: 1 });
  await workers.admit(aPdfFile(aPdf()));
  await workers.close();
  await expect.poll(childrenMs).toBeGreaterThan(before);
  return childrenMs() - before;
}

test('twelve bombs at once take no more processor time than their limits and new processes, and good files pass', async () => {
  const cpuMs = 2500;
  const most = 12 * (cpuMs + (await startMs()));
  const workers = await testPdfWorkers({ cpuMs });
  const good = aPdfFile(aPdf());
  await workers.admit(good);
  const paths = BOMBS.map((make) => aPdfFile(make()));
  const before = childrenMs();
  const attack = Array.from({ length: 4 }, () => paths.map((path) => workers.admit(path))).flat();
  const last = workers.admit(good);
  const refused = await Promise.all(attack);
  expect(refused).toHaveLength(12);
  expect(refused.map(({ ok }) => ok)).not.toContain(true);
  expect(await last).toMatchObject({ ok: true });
  expect(childrenMs() - before).toBeLessThan(most);
}, 120_000);

/** 5,000 objects, 4 MB. */
function aManual(): Buffer {
  const first = 4 + 2 * 1200;
  const figures = Array.from({ length: 2597 }, () => streamObject(randomBytes(1350)));
  const refs = figures.map((_, index) => `${first + index} 0 R`);
  const pages = Array.from({ length: 1200 }, () => ({}));
  return aPdf({ pages, catalog: `/Figures [${refs.join(' ')}]`, more: figures });
}

test('a manual is admitted while eight other processes want the processor', async () => {
  const workers = await testPdfWorkers({ size: 1 });
  await workers.admit(aPdfFile(aPdf()));
  const others = Array.from({ length: 8 }, () => spawn(process.execPath, ['-e', 'for (;;);']));
  onTestFinished(() => void others.map((one) => one.kill('SIGKILL')));
  expect(await workers.admit(aPdfFile(aManual()))).toMatchObject({ ok: true });
}, 120_000);

test('the largest page count and ten megabytes are within the limits', async () => {
  const workers = await testPdfWorkers();
  const pages = Array.from({ length: 5000 }, () => ({}));
  expect(await workers.admit(aPdfFile(aPdf({ pages })))).toMatchObject({ ok: true });
  const more = Array.from({ length: 10 }, () => streamObject(Buffer.alloc(1_000_000, 7)));
  expect(await workers.admit(aPdfFile(aPdf({ more })))).toMatchObject({ ok: true });
});
