import { readFile } from 'node:fs/promises';
import type { Fonts } from '../fonts/fonts.ts';
import type { LinesJob } from '../reading/page-lines.ts';
import type { Pdfium } from '../reading/pdfium.ts';
import type { PdfSource } from '../reading/survey.ts';
import type { LookJob } from '../verification/pages-signed.ts';
import type { ReadingTools } from './admission.ts';
import { inspectPdf } from './admission.ts';
import { placeInFile } from './place-in-file.ts';
import type { CompareJob, WorkerJob, WorkerReply } from './watched-child.ts';

const WASM = new URL('pdfium.wasm', import.meta.url);
const FONTS = new URL('fonts/', import.meta.url);

let loaded: Fonts | undefined;

/** Loaded on demand: few documents need fonts, and their library is large. */
async function fonts(): Promise<Fonts> {
  const { loadFonts } = await import('../fonts/load-fonts.ts');
  loaded ??= loadFonts(FONTS);
  return loaded;
}

/** No further pages are drawn after this time. */
const PICTURES_MS = 3000;

let started: Promise<Pdfium> | undefined;

/** On first use: many worker processes never need PDFium. */
async function openPdfium(): Promise<Pdfium> {
  const { startPdfium } = await import('../reading/pdfium.ts');
  return await startPdfium(await readFile(WASM));
}

/** PDFium's memory is inconsistent after an exception: the parent sees a crash and replaces us. */
async function withPdfium<T>(read: (pdfium: Pdfium) => T): Promise<T> {
  started ??= openPdfium();
  const pdfium = await started;
  try {
    return read(pdfium);
  } catch {
    process.exit(1);
  }
}

async function repair(file: Buffer): Promise<Buffer | undefined> {
  const { repairPdf } = await import('./repair.ts');
  return await withPdfium((pdfium) => repairPdf(pdfium, file));
}

/** Reads a damaged file that was admitted: its pages were compared then. */
async function copy(file: Buffer): Promise<Buffer | undefined> {
  const { copyPdf } = await import('./repair.ts');
  return await withPdfium((pdfium) => copyPdf(pdfium, file));
}

const tools: ReadingTools = { fonts, repair: copy };

const bytesOf = async (source: PdfSource): Promise<Buffer> =>
  'bytes' in source ? Buffer.from(source.bytes) : await readFile(source.path);

async function look(job: LookJob): Promise<WorkerReply> {
  const { pictureProblem } = await import('../verification/compare-pictures.ts');
  const { pagesSigned } = await import('../verification/pages-signed.ts');
  const { comparePages } = await import('../reading/compare-looks.ts');
  const pages = await pagesSigned(job);
  return await withPdfium((pdfium) => {
    const compared = pages && comparePages(pdfium, pages, PICTURES_MS);
    return { kind: 'seen', problem: compared ? pictureProblem(compared) : null };
  });
}

async function compare(job: CompareJob): Promise<WorkerReply> {
  const { findChange, findCovered, formStates, signedStates } = await import('./same-form.ts');
  const bytes = await bytesOf(job);
  if (job.isSigned) {
    const states = await signedStates(bytes);
    if (states === undefined) return { kind: 'compared', change: null };
    return await withPdfium((pdfium) => {
      return { kind: 'compared', change: findCovered(pdfium, states) };
    });
  }
  const states = await formStates(bytes, tools);
  return await withPdfium((pdfium) => {
    return { kind: 'compared', change: findChange(pdfium, states) };
  });
}

async function readLines(job: LinesJob): Promise<WorkerReply> {
  const bytes = await bytesOf(job);
  const { readPageLines } = await import('../reading/page-lines.ts');
  const { pages } = job;
  return await withPdfium((pdfium) => {
    return { kind: 'read', pages: readPageLines(pdfium, { bytes, pages }) };
  });
}

async function run(job: WorkerJob): Promise<WorkerReply> {
  switch (job.kind) {
    case 'survey': {
      const bytes = await bytesOf(job);
      const { surveyPages } = await import('../reading/survey.ts');
      const { pages } = job;
      return await withPdfium((pdfium) => {
        return { kind: 'surveyed', blanks: surveyPages(pdfium, { bytes, pages }) };
      });
    }
    case 'locate': {
      const { locateWords } = await import('../reading/words/locate-words.ts');
      return await withPdfium((pdfium) => ({ kind: 'located', located: locateWords(pdfium, job) }));
    }
    case 'picture': {
      const { drawPng } = await import('../reading/draw-png.ts');
      return await withPdfium((pdfium) => ({ kind: 'drawn', picture: drawPng(pdfium, job) }));
    }
    case 'read':
      return await readLines(job);
    case 'certify': {
      const { makeCertificate } = await import('../certificate/make-certificate.ts');
      return { kind: 'certified', placeholder: await makeCertificate(job, await fonts()) };
    }
    case 'verify-appended': {
      const { verifyAppendedJob } = await import('../verification/verify-appended.ts');
      return { kind: 'appended', problem: await verifyAppendedJob(job) };
    }
    case 'look':
      return await look(job);
    case 'prove': {
      const { proveFile } = await import('../signing/prove.ts');
      return { kind: 'proved', placeholder: await proveFile(job) };
    }
    case 'standing': {
      const { readStanding } = await import('../verification/standing.ts');
      return { kind: 'judged', standing: await readStanding(job) };
    }
    case 'place':
      await placeInFile(job, tools);
      return { kind: 'placed' };
    case 'compare':
      return await compare(job);
    case 'admit': {
      return {
        kind: 'admitted',
        admission: await inspectPdf(await bytesOf(job), { maxPages: job.maxPages, fonts, repair }),
      };
    }
  }
}

async function work(job: WorkerJob): Promise<WorkerReply> {
  try {
    return await run(job);
  } catch (error) {
    if (!(error instanceof Error)) return { kind: 'failed', message: String(error) };
    const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
    return { kind: 'failed', message: error.message, code };
  }
}

process.on('message', (job: WorkerJob) => {
  void work(job).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit());
process.send?.({ kind: 'ready' });
