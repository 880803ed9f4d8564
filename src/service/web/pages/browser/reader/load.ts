import type { PDFDataRangeTransport, PDFDocumentProxy } from 'pdfjs-dist';
import type { Outline } from './sheets.ts';

type PdfEngine = typeof import('pdfjs-dist');

/** Minimum bytes per request of pdf.js; keeps within a link's request limit. */
const CHUNK = 128 * 1024;

interface Parts {
  readonly engine?: string;
  readonly worker?: string;
  readonly files?: string;
}

type Source = Pick<Outline, 'pdf' | 'bytes'>;

/** May be drawn before all of it has arrived. */
export interface LoadedDocument {
  readonly lib: PdfEngine;
  readonly file: PDFDocumentProxy;
  /** Resolves once every byte has arrived; rejects if one can't be fetched. */
  readonly whole: Promise<void>;
}

/**
 * Loads a PDF from its start, and earlier the ranges that pdf.js needs. Reports the share that has
 * arrived, from 0 to 1. Ranges skip the cache: they would wait there for the whole file.
 */
export async function loadDocument(
  parts: Parts,
  source: Source,
  progress: (share: number) => void,
): Promise<LoadedDocument> {
  const stop = new AbortController();
  const stream = fetch(source.pdf, { signal: stop.signal });
  stream.catch(() => undefined);
  const lib: PdfEngine = await import(parts.engine ?? '');
  lib.GlobalWorkerOptions.workerSrc = parts.worker ?? '';
  const range = new lib.PDFDataRangeTransport(source.bytes, null);
  const whole = new Promise<void>((done, failed) => {
    range.requestDataRange = (start, end) =>
      void fetchRange(source.pdf, start, end).then(
        (chunk) => range.onDataRange(start, chunk),
        failed,
      );
    pump(stream, range, progress).then(done, failed);
  });
  const opening = lib.getDocument({ range, ...optionsFor(parts, source) });
  whole.catch(() => {
    stop.abort();
    void opening.destroy();
  });
  const file = await Promise.race([opening.promise, whole.then(() => opening.promise)]);
  return { lib, file, whole };
}

const optionsFor = ({ files = '' }: Parts, { bytes }: Source) => ({
  rangeChunkSize: CHUNK,
  disableRange: bytes <= 2 * CHUNK,
  isEvalSupported: false,
  useSystemFonts: false,
  cMapUrl: `${files}cmaps/`,
  standardFontDataUrl: `${files}standard_fonts/`,
  wasmUrl: `${files}wasm/`,
  iccUrl: `${files}iccs/`,
});

async function fetchRange(url: string, start: number, end: number): Promise<Uint8Array> {
  const headers = { Range: `bytes=${start}-${end - 1}` };
  const answer = await fetch(url, { headers, cache: 'no-store' });
  const chunk = new Uint8Array(await answer.arrayBuffer());
  if (answer.status === 206 && chunk.length === end - start) return chunk;
  throw new Error(`A part of the PDF failed with status ${answer.status}.`);
}

/** Feeds pdf.js as bytes arrive. Throws unless it's the whole requested revision. */
async function pump(
  stream: Promise<Response>,
  range: PDFDataRangeTransport,
  progress: (share: number) => void,
): Promise<void> {
  const answer = await stream;
  const reader = answer.ok && !answer.redirected ? answer.body?.getReader() : undefined;
  if (!reader) {
    await answer.body?.cancel();
    throw new Error(`The PDF failed with status ${answer.status}.`);
  }
  const bytes = range.length;
  let arrived = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    arrived += value.length;
    progress(arrived / bytes);
    range.onDataProgressiveRead(value);
  }
  if (arrived !== bytes) throw new Error(`${arrived} of ${bytes} bytes arrived.`);
  range.onDataProgressiveDone();
}
