import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { forkWorker, usageOf } from '../../../src/pdf/admission/watched-child.ts';
import { startPdfWorkers } from '../../../src/pdf/admission/workers.ts';
import { DRAWING_BOMBS } from '../../support/drawing/drawing-bombs.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';
import { aPdfFile, aPdfFolder } from '../../support/pdf/pdf-files.ts';
import { pdfWorkerScript, testPdfWorkers } from '../../support/pdf/pdf-worker.ts';

const workers = startPdfWorkers({ script: await pdfWorkerScript(), size: 1 });
afterAll(() => workers.close());

const bomb = () => aPdfFile(DRAWING_BOMBS['nested forms']?.() ?? Buffer.alloc(0));

test('a worker surveys the pages that it is asked for', async () => {
  const path = aPdfFile(aPdf({ pages: [{}, { box: '0 0 200 100' }] }));
  const blanks = await workers.survey({ path, pages: [2, 1] });
  expect(blanks).toMatchObject([
    { page: 2, width: 200, height: 100, columns: 50, rows: 25 },
    { page: 1, width: 595, height: 842, columns: 149, rows: 211 },
  ]);
});

test('a page that takes too much to draw ends its worker, and the next jobs are done', async () => {
  const good = aPdfFile(aPdf());
  const [bombed, survey, admission] = await Promise.all([
    workers.survey({ path: bomb(), pages: [1] }),
    workers.survey({ path: good, pages: [1] }),
    workers.admit(good),
  ]);
  expect(bombed).toBeUndefined();
  expect(survey).toHaveLength(1);
  expect(admission.ok).toBe(true);
});

test('a survey beyond its own limits is given up', async () => {
  const limited = await testPdfWorkers({ size: 1, survey: { cpuMs: 1 } });
  const path = aPdfFile(aPdf({ pages: Array.from({ length: 300 }, () => ({})) }));
  const pages = Array.from({ length: 300 }, (_, index) => index + 1);
  expect(await limited.survey({ path, pages })).toBeUndefined();
  expect(await limited.admit(path)).toMatchObject({ ok: true });
});

test('a file that is missing or no PDF has no survey', async () => {
  const missing = join(aPdfFolder(), 'missing.pdf');
  expect(await workers.survey({ path: missing, pages: [1] })).toBeUndefined();
  const letter = aPdfFile(Buffer.from('Dear Asha'));
  expect(await workers.survey({ path: letter, pages: [1] })).toBeUndefined();
});

test('a worker that nobody watches limits the memory of PDFium by itself', async () => {
  const child = forkWorker(await pdfWorkerScript(), 400);
  onTestFinished(() => void child.kill('SIGKILL'));
  let peak = 0;
  const poll = setInterval(() => {
    peak = Math.max(peak, usageOf(child).rssMegabytes);
  }, 10);
  onTestFinished(() => clearInterval(poll));
  await new Promise((resolve) => child.once('message', resolve));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.send({ kind: 'survey', path: bomb(), pages: [1] });
  expect(await ended).toBe(1);
  expect(peak).toBeLessThan(450);
});
