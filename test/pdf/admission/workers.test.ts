import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { startPdfWorkers } from '../../../src/pdf/admission/workers.ts';
import { aPdf, streamObject } from '../../support/a-pdf.ts';
import { objectStreamBomb, xrefStreamBomb, zeroWidthXref } from '../../support/hostile-pdf.ts';
import { makeAuthority } from '../../support/pdf-authority.ts';
import { testFonts } from '../../support/pdf-fonts.ts';
import { NODE_REQUIRE, pdfWorkerScript, testPdfWorkers } from '../../support/pdf-worker.ts';
import { fieldsFor, signedByAll } from '../../support/sign-pdf.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'esign-pdf-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

function fileOf(bytes: Buffer): string {
  const path = join(folder(), 'upload.pdf');
  writeFileSync(path, bytes);
  return path;
}

test('a plain PDF is admitted with its pages as displayed', async () => {
  const workers = await testPdfWorkers();
  const pages = [{}, { entries: '/Rotate -90 /CropBox [-10 -20 300 400]' }, { box: '0 0 200 100' }];
  expect(await workers.admit(fileOf(aPdf({ pages })))).toEqual({
    ok: true,
    pages: [
      { width: 595, height: 842, rotate: 0 },
      { width: 400, height: 300, rotate: 270 },
      { width: 200, height: 100, rotate: 0 },
    ],
  });
});

test('a refusal comes with its reason and a message', async () => {
  const workers = await testPdfWorkers();
  const path = fileURLToPath(new URL('../../fixtures/encrypted-user.pdf', import.meta.url));
  expect(await workers.admit(path)).toEqual({
    ok: false,
    reason: 'encrypted',
    message: expect.stringContaining('without password'),
  });
});

test('a file that is not there is a fault of the caller, not a refusal', async () => {
  const workers = await testPdfWorkers();
  await expect(workers.admit(join(folder(), 'missing.pdf'))).rejects.toThrow('ENOENT');
});

test('a document that we signed is refused as signed', async () => {
  const workers = await testPdfWorkers();
  const signing = { fields: fieldsFor(1), authority: await makeAuthority(), fonts: testFonts() };
  const signed = (await signedByAll(aPdf(), signing)).at(-1);
  expect(await workers.admit(fileOf(signed!))).toMatchObject({ ok: false, reason: 'signed' });
});

const bombs: [string, () => Buffer][] = [
  ['an object-stream bomb', objectStreamBomb],
  ['a cross-reference bomb', xrefStreamBomb],
  ['a cross-reference of 2^31 empty entries', zeroWidthXref],
];

test.each(bombs)('%s is stopped in time, and the next file is read', async (_, make) => {
  const workers = await testPdfWorkers({ size: 1, ms: 5000 });
  const path = fileOf(make());
  const good = fileOf(aPdf());
  await workers.admit(good);
  const started = performance.now();
  const [bomb, next] = await Promise.all([workers.admit(path), workers.admit(good)]);
  expect(performance.now() - started).toBeLessThan(9000);
  expect(bomb.ok).toBe(false);
  expect(next.ok).toBe(true);
});

/** What the processes that this one has waited for took on the processor, in milliseconds. */
function childrenMs(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

test('twelve bombs at once take less than five seconds of two processors, and no good file with them', async () => {
  const workers = await testPdfWorkers();
  const good = fileOf(aPdf());
  await workers.admit(good);
  const paths = bombs.map(([, make]) => fileOf(make()));
  const before = childrenMs();
  const attack = Array.from({ length: 4 }, () => paths.map((path) => workers.admit(path))).flat();
  const last = workers.admit(good);
  const refused = await Promise.all(attack);
  expect(refused).toHaveLength(12);
  expect(refused.map(({ ok }) => ok)).not.toContain(true);
  expect(await last).toMatchObject({ ok: true });
  expect(childrenMs() - before).toBeLessThan(2 * 5000);
}, 120_000);

test('a worker that takes too long is killed and replaced', async () => {
  const workers = await testPdfWorkers({ size: 1, ms: 1 });
  const pages = Array.from({ length: 1500 }, () => ({}));
  const path = fileOf(aPdf({ pages }));
  expect(await workers.admit(path)).toMatchObject({ ok: false, reason: 'timeout' });
  expect(await workers.admit(path)).toMatchObject({ ok: false, reason: 'timeout' });
});

test('a worker that takes too long on the processor is killed, whatever else runs', async () => {
  const workers = await testPdfWorkers({ size: 1, cpuMs: 1 });
  const pages = Array.from({ length: 1500 }, () => ({}));
  const refused = { ok: false, reason: 'timeout' };
  expect(await workers.admit(fileOf(aPdf({ pages })))).toMatchObject(refused);
});

test('as many pages as are allowed, and ten megabytes, are within the limits', async () => {
  const workers = await testPdfWorkers({ ms: 60_000 });
  const pages = Array.from({ length: 5000 }, () => ({}));
  expect(await workers.admit(fileOf(aPdf({ pages })))).toMatchObject({ ok: true });
  const more = Array.from({ length: 10 }, () => streamObject(Buffer.alloc(1_000_000, 7)));
  expect(await workers.admit(fileOf(aPdf({ more })))).toMatchObject({ ok: true });
});

test('a worker beyond its memory is killed', async () => {
  const workers = await testPdfWorkers({ size: 1, rssMegabytes: 10 });
  const pages = Array.from({ length: 1500 }, () => ({}));
  const refused = { ok: false, reason: 'memory' };
  expect(await workers.admit(fileOf(aPdf({ pages })))).toMatchObject(refused);
});

test('more jobs than workers wait for their turn', async () => {
  const workers = await testPdfWorkers({ size: 2 });
  const path = fileOf(aPdf());
  const admissions = await Promise.all(Array.from({ length: 12 }, () => workers.admit(path)));
  expect(admissions.every(({ ok }) => ok)).toBe(true);
});

test('arranging writes a document that its signers can sign', async () => {
  const workers = await testPdfWorkers();
  const to = join(folder(), 'prepared.pdf');
  await workers.placeFields({ from: fileOf(aPdf()), to, fields: fieldsFor(2) });
  const written = readFileSync(to).toString('latin1');
  expect(written.startsWith('%PDF-')).toBe(true);
  expect(await workers.admit(to)).toMatchObject({ ok: false, reason: 'reserved_field' });
});

test('a place on a page that is not there fails the arranging', async () => {
  const workers = await testPdfWorkers();
  const fields = [{ field: 'esign_01', rects: [{ page: 9, x: 0, y: 0, width: 140, height: 110 }] }];
  const job = { from: fileOf(aPdf()), to: join(folder(), 'prepared.pdf'), fields };
  await expect(workers.placeFields(job)).rejects.toThrow('there is no page 9');
});

test('closing rejects what waits and what comes later', async () => {
  const workers = startPdfWorkers({ script: await pdfWorkerScript(), size: 1 });
  const path = fileOf(aPdf());
  const jobs = [workers.admit(path), workers.admit(path)];
  const ends = Promise.allSettled(jobs);
  await workers.close();
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(workers.admit(path)).rejects.toThrow('closed');
});

test('an idle pool lets its process end, and closing it does not end the process early', async () => {
  const script = join(folder(), 'service.mjs');
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
  const path = fileOf(aPdf());
  for (const close of [[], ['close']]) {
    const run = spawnSync(process.execPath, [script, path, ...close], {
      encoding: 'utf8',
      timeout: 20_000,
    });
    expect([run.status, run.stdout]).toEqual([0, 'admitted true\n']);
  }
});

test('a pool whose worker cannot start says so', async () => {
  const script = pathToFileURL(join(folder(), 'missing.mjs'));
  const workers = startPdfWorkers({ script, size: 1 });
  onTestFinished(() => workers.close());
  await expect(workers.admit(fileOf(aPdf()))).rejects.toThrow('did not start');
});
