import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { layOutCertificate } from '../../../src/pdf/certificate/certificate.ts';
import type { CompletionEvidence } from '../../../src/pdf/certificate/completion-evidence.ts';
import { testFonts } from '../../support/drawing/pdf-fonts.ts';
import { lineOf, SCRIPT_SAMPLES } from '../../support/drawing/script-samples.ts';
import { anEvidence, aSigner, auditTrail } from '../../support/pdf/an-evidence.ts';

const LONG_WORD = 'Venkatanarasimharajuvaripeta'.repeat(4);
const LONG_WORDS = [LONG_WORD, 'కృష్ణమూర్తి'.repeat(14), 'صدیقی'.repeat(40)];
const MARGIN = 40;
const PAGE = { width: 595.28, height: 841.89 };

interface Word {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function wordsOf(file: string): Word[] {
  const boxes = execFileSync('pdftotext', ['-bbox', file, '-']).toString();
  const rows = boxes.matchAll(
    /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*)<\/word>/g,
  );
  return [...rows].map(([, left, top, right, bottom, text = '']) => ({
    ...{ text, left: Number(left), top: Number(top), right: Number(right), bottom: Number(bottom) },
  }));
}

async function printed(evidence: CompletionEvidence): Promise<{ file: string; folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'esign-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'certificate.pdf');
  writeFileSync(file, await layOutCertificate(evidence, testFonts()));
  return { file, folder };
}

function expectWithinMargins(words: readonly Word[]): void {
  expect(words.length).toBeGreaterThan(100);
  const outside = words.filter(
    ({ left, right, top, bottom }) =>
      left < MARGIN - 0.5 || right > PAGE.width - MARGIN + 0.5 || top < 0 || bottom > PAGE.height,
  );
  expect(outside).toEqual([]);
}

const long = (order: number) => ({
  ...aSigner(order, LONG_WORDS[order - 1] ?? LONG_WORD),
  email: `${LONG_WORD.slice(0, 60)}@example.in`,
  userAgent: LONG_WORD,
});

test('a long word wraps in its column and pushes nothing off the page', async () => {
  const { document } = anEvidence();
  const said = { description: `Consented: ${LONG_WORD}`, userAgent: LONG_WORD };
  const { file } = await printed(
    anEvidence({
      document: { ...document, name: LONG_WORDS.join(' '), account: LONG_WORD },
      signers: [1, 2, 3].map(long),
      audit: auditTrail(30, 0, 3).map((row) => ({
        ...row,
        ...said,
        actor: `authority:${LONG_WORD}`,
      })),
    }),
  );
  expectWithinMargins(wordsOf(file));
  const text = execFileSync('pdftotext', ['-raw', file, '-']).toString();
  expect(text.replaceAll('\n', '')).toContain('కృష్ణమూర్తి'.repeat(14));
  expect(text).not.toContain('\u200b');
});

test('hashes end within their columns: no line of one signer reaches the other', async () => {
  const widest = 'ab'.repeat(32);
  const signers = [1, 2].map((order) => {
    const signer = aSigner(order, 'Asha Rao');
    const certificate = { ...signer.certificate, fingerprint: widest };
    return { ...signer, certificate, inputHash: widest, cmsSha256: widest };
  });
  const { file } = await printed(anEvidence({ signers }));
  const words = wordsOf(file);
  expectWithinMargins(words);
  const halves = words.filter(({ text }) => text === 'ab'.repeat(16));
  expect(halves).toHaveLength(12);
  const middle = PAGE.width / 2;
  expect(halves.filter(({ left, right }) => left < middle && right > middle)).toEqual([]);
});

test('the draft for courts has the hash values and says that it is a draft; qpdf and mutool accept both files', async () => {
  const { file, folder } = await printed(anEvidence());
  execFileSync('pdfdetach', ['-saveall', '-o', folder, file]);
  const draft = join(folder, 'bsa-63-4-draft.pdf');
  for (const path of [file, draft]) {
    execFileSync('qpdf', ['--check', path]);
    expect(execFileSync('mutool', ['info', path]).toString()).not.toMatch(/repair|error/i);
  }
  expectWithinMargins(wordsOf(draft));
  const text = execFileSync('pdftotext', ['-layout', draft, '-']).toString();
  const { originalSha256, preparedSha256, finalSha256 } = anEvidence().document;
  for (const hash of [originalSha256, preparedSha256, finalSha256]) {
    expect(text.split(hash)).toHaveLength(3);
  }
  expect(text).toContain('DRAFT, to be checked, completed and signed by hand');
  expect(text).toContain('no legal advice');
});

/** What stands above the footer of each page, at its very end. */
function lastLines(file: string): string[] {
  const pages = execFileSync('pdftotext', ['-layout', file, '-']).toString().split('\f');
  return pages.flatMap((page) => page.trimEnd().split(/\n+/).at(-2)?.trim() ?? []);
}

const HEADINGS =
  /^(Document|Signatures: .*|Trust|How to check|What happened|Signer \d+( +Signer \d+)?|(Authentication|Consent|Certificate|Signature)(,| by|$).*)$/;

test('no page ends with a heading', async () => {
  const ends: string[] = [];
  for (let count = 14; count <= 19; count++) {
    const signers = Array.from({ length: count }, (_, index) => aSigner(index + 1, 'Asha Rao'));
    ends.push(...lastLines((await printed(anEvidence({ signers }))).file));
  }
  for (const lines of [1, 2, 3, 4, 5, 6]) {
    const name = 'Venkatanarasimha '.repeat(3 * lines).slice(0, 200);
    const signers = [1, 2, 3, 4].map((order) => aSigner(order, name));
    ends.push(...lastLines((await printed(anEvidence({ signers }))).file));
  }
  expect(ends.length).toBeGreaterThan(60);
  expect(ends.filter((line) => HEADINGS.test(line))).toEqual([]);
});

/** The baselines of a letter on page 1, from the top. */
function baselinesOf(letter: string, file: string): string[] {
  const drawn = execFileSync('mutool', ['draw', '-q', '-F', 'stext', file, '1'], { stdio: 'pipe' });
  const code = (letter.codePointAt(0) ?? 0).toString(16);
  const written = new RegExp(`<char [^>]*? y="([\\d.]+)"[^>]* c="(?:${letter}|&#x${code};)"`, 'gu');
  return [...drawn.toString().matchAll(written)].map(([, y = '']) => y);
}

test.each([
  ['அருண்', 'ண'],
  ['ಆಶಾ', 'ಶ'],
  ['రవి', 'ర'],
  ['صد', 'د'],
  ['अनिता', 'अ'],
])('the two names of a signer stand on one baseline: %s', async (commonName, letter) => {
  const signers = [{ ...aSigner(1, 'Quill'), commonName }];
  const { file } = await printed(anEvidence({ signers }));
  expect(baselinesOf('Q', file)).toHaveLength(1);
  expect(baselinesOf(letter, file)).toContain(baselinesOf('Q', file)[0]);
});

/** Words of a sample whose characters a reader of text gets in the order in which they are written. */
const LEFT_TO_RIGHT = SCRIPT_SAMPLES.filter(({ parts }) =>
  parts.every(({ file }) => !file.includes('Arabic')),
);

test('names in every script fit their columns, are read by poppler as they are written, and keep within four pages', async () => {
  const names = SCRIPT_SAMPLES.map(lineOf);
  for (const from of [0, 6]) {
    const signers = names.slice(from, from + 6).map((name, index) => aSigner(index + 1, name));
    const { file } = await printed(anEvidence({ signers, audit: auditTrail(200, 0, 6) }));
    execFileSync('qpdf', ['--check', file]);
    expectWithinMargins(wordsOf(file));
    const text = execFileSync('pdftotext', ['-layout', file, '-']).toString();
    expect(text.split('\f').filter((page) => page.trim() !== '').length).toBeLessThanOrEqual(4);
    // The head of a block is repeated where a page breaks it.
    expect(text.match(/Signer \d/g)).toHaveLength(signers.length);
    const read = LEFT_TO_RIGHT.map(lineOf).filter((line) =>
      names.slice(from, from + 6).includes(line),
    );
    for (const word of read.flatMap((line) => line.split(' '))) expect(text).toContain(word);
    const fonts = execFileSync('pdffonts', [file], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .slice(2);
    expect(fonts.every((row) => / yes yes yes /.test(row))).toBe(true);
    expect(fonts.length).toBeLessThanOrEqual(8);
  }
});
