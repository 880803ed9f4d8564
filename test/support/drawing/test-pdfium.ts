import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Pdfium } from '../../../src/pdf/reading/pdfium.ts';
import { startPdfium } from '../../../src/pdf/reading/pdfium.ts';

/** The file that PDFium is started from. */
export const PDFIUM_WASM = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');

let started: Promise<Pdfium> | undefined;

/** PDFium in this process, started once: for files that are not hostile. */
export function testPdfium(): Promise<Pdfium> {
  started ??= startPdfium(readFileSync(PDFIUM_WASM));
  return started;
}
