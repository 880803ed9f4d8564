import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { PdfWorkersBusy } from '../../../src/pdf/admission/fair-queue.ts';
import { usageOf } from '../../../src/pdf/admission/watched-child.ts';
import { startPdfWorkers } from '../../../src/pdf/admission/workers.ts';
import { aForm, anAppearance, textAppearance } from '../../support/pdf/a-form.ts';
import { aPdf, streamObject } from '../../support/pdf/a-pdf.ts';
import { DAMAGED_PDFS } from '../../support/pdf/odd-pdfs.ts';
import { aPdfFile, aPdfFolder } from '../../support/pdf/pdf-files.ts';
import { NODE_REQUIRE, pdfWorkerScript, testPdfWorkers } from '../../support/pdf/pdf-worker.ts';
import { scriptedPool } from '../../support/pdf/scripted-pool.ts';
import { fieldsFor, signedDocument } from '../../support/pdf/sign-pdf.ts';
import { ON_BLANK, ON_WORDS, signedTwice } from '../../support/pdf/signed-upload.ts';

const workers = startPdfWorkers({ script: await pdfWorkerScript() });
afterAll(() => workers.close());

const manyPages = () => aPdfFile(aPdf({ pages: Array.from({ length: 1500 }, () => ({})) }));

test('a plain PDF is admitted with its pages as displayed', async () => {
  const pages = [{}, { entries: '/Rotate -90 /CropBox [-10 -20 300 400]' }, { box: '0 0 200 100' }];
  expect(await workers.admit(aPdfFile(aPdf({ pages })))).toEqual({
    ok: true,
    isUnlocked: false,
    isRepaired: false,
    hasForm: false,
    emptyFields: 0,
    signatures: [],
    pages: [
      { width: 595, height: 842, rotate: 0 },
      { width: 400, height: 300, rotate: 270 },
      { width: 200, height: 100, rotate: 0 },
    ],
  });
});

test('a damaged file is repaired within the limits of an admission', async () => {
  const path = aPdfFile(DAMAGED_PDFS['startxref into an object']!());
  expect(await workers.admit(path)).toMatchObject({ ok: true, isRepaired: true });
});

test('the limit of processor time bounds the drawing of a damaged file, too', async () => {
  const whole = aPdf({ pages: Array.from({ length: 1500 }, () => ({})) }).toString('latin1');
  const damaged = Buffer.from(whole.replace(/startxref\n\d+/, 'startxref\n30'), 'latin1');
  expect(await workers.admit(aPdfFile(damaged))).toMatchObject({ reason: 'timeout' });
});

test('a form that would look different is refused, and the field is named', async () => {
  const more = [
    textAppearance('Meera Nair'),
    anAppearance('1 0 0 rg 0 0 200 20 re f'),
    // Below the field, until that is a part of the page.
    '<< /Type /Annot /Subtype /Stamp /F 4 /Rect [72 600 272 620] /AP << /N 7 0 R >> >>',
  ];
  const widgets = [500, 600].map((y) => `/Rect [72 ${y} 272 ${y + 20}] /AP << /N 6 0 R >>`);
  const covered = aPdfFile(aForm({ widgets, more, annotations: '8 0 R' }));
  expect(await workers.admit(covered)).toMatchObject({
    ok: false,
    reason: 'form_value',
    message: expect.stringContaining('the field “field2” on page 1: it would look different'),
  });
  expect(await workers.admit(aPdfFile(aForm({ widgets, more })))).toMatchObject({ ok: true });
});

test('a page that takes too long to draw refuses no form', async () => {
  const depth = 12;
  const more = Array.from({ length: depth }, (_, index) =>
    streamObject(
      '/Fm Do '.repeat(10),
      `/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /XObject << /Fm ${index + 7} 0 R >> >>`,
    ),
  );
  const widgets = ['/Rect [72 600 272 620] /AP << /N 6 0 R >>'];
  const bomb = aForm({ widgets, more: [...more, anAppearance('0 0 m 9 9 l S')] });
  expect(await workers.admit(aPdfFile(bomb))).toMatchObject({ ok: true });
});

test('a missing file is an error of the caller, not a refusal', async () => {
  await expect(workers.admit(join(aPdfFolder(), 'missing.pdf'))).rejects.toThrow('ENOENT');
});

test('a signed upload is drawn: a later signature must not cover what was signed', async () => {
  const [kept, covered] = [await signedTwice(ON_BLANK), await signedTwice(ON_WORDS)];
  expect(await workers.admit(aPdfFile(kept))).toMatchObject({ ok: true });
  const reason = 'signed_filled';
  const refused = await workers.admit(aPdfFile(covered));
  expect(refused).toMatchObject({ ok: false, reason, message: expect.stringContaining('page 1') });
});

test('a worker that takes too long is killed and replaced, and its file is not refused for that', async () => {
  const { pool } = scriptedPool({ size: 1, ms: 1 });
  for (const name of ['a1', 'a2']) {
    const stalled = pool.admit(name);
    await expect(stalled).rejects.toThrow(PdfWorkersBusy);
    await expect(stalled).rejects.toMatchObject({ retryAfterSeconds: 10 });
  }
});

test('a worker that uses too much CPU time is killed', async () => {
  const busy = await testPdfWorkers({ size: 1, cpuMs: 1 });
  expect(await busy.admit(manyPages())).toMatchObject({ ok: false, reason: 'timeout' });
});

test('a worker that uses too much memory is killed', async () => {
  const large = await testPdfWorkers({ size: 1, rssMegabytes: 5 });
  expect(await large.admit(manyPages())).toMatchObject({ ok: false, reason: 'memory' });
});

test('a worker that crashes is replaced before the next job', async () => {
  const script = join(aPdfFolder(), 'worker.mjs');
  const admitted = { kind: 'done', answer: { ok: true, pages: [], signatures: [] } };
  writeFileSync(
    script,
    `process.on('message', ({ path }) => {
       if (path === 'crash') process.exit(1);
       process.send(${JSON.stringify(admitted)});
     });
     process.send({ kind: 'ready' });`,
  );
  const fragile = startPdfWorkers({ script: pathToFileURL(script), size: 1 });
  onTestFinished(() => fragile.close());
  const jobs = ['crash', 'file', 'crash', 'file'].map((path) => fragile.admit(path));
  const crashed = { ok: false, reason: 'crash' };
  expect(await Promise.all(jobs)).toMatchObject([crashed, { ok: true }, crashed, { ok: true }]);
});

test('a process starts with the first job, or when the pool is warmed', async () => {
  const script = join(aPdfFolder(), 'started.mjs');
  writeFileSync(
    script,
    `import { appendFileSync } from 'node:fs';
     appendFileSync(import.meta.filename + '.log', 'x');
     const admitted = { kind: 'done', answer: { ok: true, pages: [], signatures: [] } };
     process.on('message', () => process.send(admitted));
     process.send({ kind: 'ready' });`,
  );
  const started = () => (existsSync(`${script}.log`) ? readFileSync(`${script}.log`).length : 0);
  const pool = startPdfWorkers({ script: pathToFileURL(script), size: 2 });
  onTestFinished(() => pool.close());
  expect(started()).toBe(0);
  for (const path of ['first', 'second']) await pool.admit(path);
  expect(started()).toBe(1);
  pool.warm();
  await expect.poll(started).toBe(2);
  await Promise.all(['third', 'fourth'].map((path) => pool.admit(path)));
  expect(started()).toBe(2);
});

test('placing fields writes a document that its signers can sign', async () => {
  const to = join(aPdfFolder(), 'prepared.pdf');
  await workers.placeFields({ from: aPdfFile(aPdf()), to, fields: fieldsFor(2) });
  expect(readFileSync(to, 'latin1').startsWith('%PDF-')).toBe(true);
  expect(await workers.admit(to)).toMatchObject({ ok: false, reason: 'reserved_field' });
});

test('placing a field on a missing page fails', async () => {
  const fields = [{ field: 'esign_01', rects: [{ page: 9, x: 0, y: 0, width: 140, height: 110 }] }];
  const job = { from: aPdfFile(aPdf()), to: join(aPdfFolder(), 'prepared.pdf'), fields };
  await expect(workers.placeFields(job)).rejects.toThrow('there is no page 9');
});

test('an error of the system in a worker keeps its code', async () => {
  const to = join(aPdfFolder(), 'prepared.pdf');
  symlinkSync('/dev/full', to);
  const placed = workers.placeFields({ from: aPdfFile(aPdf()), to, fields: fieldsFor(1) });
  await expect(placed).rejects.toMatchObject({ code: 'ENOSPC' });
});

test('closing rejects waiting and later jobs', async () => {
  const closed = startPdfWorkers({ script: await pdfWorkerScript(), size: 1 });
  const path = aPdfFile(aPdf());
  const ends = Promise.allSettled([closed.admit(path), closed.admit(path)]);
  await closed.close();
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(closed.admit(path)).rejects.toThrow('closed');
});

test('an idle pool lets its process end, and closing it does not end the process early', async () => {
  const script = join(aPdfFolder(), 'service.mjs');
  const { outputFiles } = await build({
    stdin: {
      contents: `import { startPdfWorkers } from './workers.ts';
        const workers = startPdfWorkers({ script: new URL(${JSON.stringify(String(await pdfWorkerScript()))}) });
        const { ok } = await workers.admit(process.argv[2]);
        if (process.argv[3]) await workers.close();
        console.log('admitted', ok);`,
      resolveDir: fileURLToPath(new URL('../../../src/pdf/admission', import.meta.url)),
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    banner: { js: NODE_REQUIRE },
  });
  writeFileSync(script, outputFiles[0]?.contents ?? '');
  const path = aPdfFile(aPdf());
  for (const close of [[], ['close']]) {
    const run = spawnSync(process.execPath, [script, path, ...close], {
      encoding: 'utf8',
      timeout: 20_000,
    });
    expect([run.status, run.stdout]).toEqual([0, 'admitted true\n']);
  }
});

test('a pool whose worker cannot start says so', async () => {
  const script = pathToFileURL(join(aPdfFolder(), 'missing.mjs'));
  const broken = startPdfWorkers({ script, size: 1 });
  onTestFinished(() => broken.close());
  await expect(broken.admit(aPdfFile(aPdf()))).rejects.toThrow('did not start');
});

test('a signature that changes a page is seen, and what cannot be drawn says nothing', async () => {
  const [, one, two] = await signedDocument(2);
  const look = async (file: Buffer, field: string) =>
    await workers.look({ path: aPdfFile(file), baseBytes: one!.length, field });
  expect(await look(two!, 'esign_02')).toBeNull();
  expect(await look(two!, 'esign_09')).toMatchObject({ code: 'PICTURES' });
  expect(await look(Buffer.from('no PDF'), 'esign_02')).toBeNull();
});

test('a running process uses time and memory, an ended one nothing', () => {
  const { cpuMs, rssMegabytes } = usageOf(process);
  const { user, system } = process.cpuUsage();
  expect(cpuMs).toBeGreaterThan(0);
  expect(cpuMs).toBeLessThanOrEqual((user + system) / 1000 + 20);
  expect(rssMegabytes).toBeGreaterThan(10);
  expect(rssMegabytes).toBeLessThan(10_000);
  const { pid } = spawnSync(process.execPath, ['-e', '0']);
  expect(usageOf({ pid })).toEqual({ cpuMs: 0, rssMegabytes: 0 });
});
