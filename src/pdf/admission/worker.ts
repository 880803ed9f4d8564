import { readFile } from 'node:fs/promises';
import type { Fonts } from '../fonts/fonts.ts';
import type { Pdfium } from '../reading/pdfium.ts';
import type { PdfSource } from '../reading/survey.ts';
import type { ReadingTools } from './admission.ts';
import { inspectPdf } from './admission.ts';
import { placeInFile } from './place-in-file.ts';
import type { Answer, Given } from './watched-child.ts';
import { serveJobs } from './watched-child.ts';

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

/** Reads a damaged file that was admitted: its pages were compared then. */
async function copy(file: Buffer): Promise<Buffer | undefined> {
  const { copyPdf } = await import('./same-looks.ts');
  return await withPdfium((pdfium) => copyPdf(pdfium, file));
}

const tools: ReadingTools = { fonts, repair: copy };

const bytesOf = async (source: PdfSource): Promise<Buffer> =>
  'bytes' in source ? Buffer.from(source.bytes) : await readFile(source.path);

/** Compares the states before a signature, and with it and its proof. */
async function look({ path, baseBytes, field }: Given<'look'>): Promise<Answer<'look'>> {
  const { pagesToCompare, pictureProblem } = await import('../verification/compare-pictures.ts');
  const { comparePages } = await import('../reading/compare-looks.ts');
  const file = await readFile(path);
  const states = [
    { field: '', end: baseBytes },
    { field, end: file.length },
  ];
  const pages = await pagesToCompare(file, states);
  return await withPdfium((pdfium) => {
    const compared = pages && comparePages(pdfium, pages, PICTURES_MS);
    return compared ? pictureProblem(compared) : null;
  });
}

async function compare(job: Given<'compare'>): Promise<Answer<'compare'>> {
  const { findChange, findCovered, formStates, signedStates } = await import('./same-looks.ts');
  const bytes = await bytesOf(job);
  if (job.isSigned) {
    const states = await signedStates(bytes);
    return states ? await withPdfium((pdfium) => findCovered(pdfium, states)) : null;
  }
  const states = await formStates(bytes, tools);
  return await withPdfium((pdfium) => findChange(pdfium, states));
}

async function admit({ maxPages, ...source }: Given<'admit'>): Promise<Answer<'admit'>> {
  const repair = async (file: Buffer) => {
    const { repairPdf } = await import('./same-looks.ts');
    return await withPdfium((pdfium) => repairPdf(pdfium, file));
  };
  return await inspectPdf(await bytesOf(source), { maxPages, fonts, repair });
}

serveJobs({
  admit,
  compare,
  look,
  place: async (job) => {
    await placeInFile(job, tools);
    return null;
  },
  certify: async (job) => {
    const { makeCertificate } = await import('../certificate/make-certificate.ts');
    return await makeCertificate(job, await fonts());
  },
  survey: async ({ pages, ...source }) => {
    const bytes = await bytesOf(source);
    const { surveyPages } = await import('../reading/survey.ts');
    return await withPdfium((pdfium) => surveyPages(pdfium, { bytes, pages }));
  },
  locate: async (job) => {
    const { locateWords } = await import('../reading/words/locate-words.ts');
    return await withPdfium((pdfium) => locateWords(pdfium, job));
  },
  picture: async (job) => {
    const { drawPng } = await import('../reading/draw-png.ts');
    return await withPdfium((pdfium) => drawPng(pdfium, job));
  },
  read: async ({ pages, ...source }) => {
    const bytes = await bytesOf(source);
    const { readPageLines } = await import('../reading/page-lines.ts');
    return await withPdfium((pdfium) => readPageLines(pdfium, { bytes, pages }));
  },
  'verify-appended': async (job) => {
    const { verifyAppendedJob } = await import('../verification/verify-appended.ts');
    return await verifyAppendedJob(job);
  },
  prove: async (job) => {
    const { proveFile } = await import('../signing/prove.ts');
    return await proveFile(job);
  },
  standing: async (job) => {
    const { readStanding } = await import('../verification/standing.ts');
    return await readStanding(job);
  },
});
process.send?.({ kind: 'ready' });
