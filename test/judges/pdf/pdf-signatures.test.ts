import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { arrangePdf } from '../../../src/pdf/admission/load-upload.ts';
import {
  embedSeal,
  layOutCertificate,
  prepareSeal,
} from '../../../src/pdf/certificate/certificate.ts';
import { loadPdf } from '../../../src/pdf/pdf-file.ts';
import type { FieldRect } from '../../../src/pdf/signing/geometry.ts';
import { placeFields } from '../../../src/pdf/signing/place-fields.ts';
import { pagePictures } from '../../support/drawing/page-pictures.ts';
import { testFonts } from '../../support/drawing/pdf-fonts.ts';
import {
  checkWithPdfsig,
  checkWithQpdf,
  judgesBench,
  satisfyJudges,
} from '../../support/drawing/pdf-judges.ts';
import { aRichPdf } from '../../support/pdf/a-rich-pdf.ts';
import { anEvidence } from '../../support/pdf/an-evidence.ts';
import { fieldsFor, signedBy, signedByAll } from '../../support/pdf/sign-pdf.ts';
import { signedFixture } from '../../support/pdf/signed-upload.ts';
import { signWith } from '../../support/trust/create-cms.ts';
import { testAuthority } from '../../support/trust/pdf-authority.ts';

const FIXTURES = new URL('../../fixtures/', import.meta.url);
const fonts = testFonts();

const inputs = ['plain', 'object-streams', 'linearised', 'rotated', 'pdf-a', 'form'];
// The file with six signatures holds the revisions of the others
const cases = inputs.flatMap((input) => [1, 6].map((n) => [n, input] as const));

test.each(cases)(
  '%i signatures over a %s PDF satisfy qpdf, mutool, pdfsig and openssl',
  async (n, input) => {
    const original = readFileSync(new URL(`${input}.pdf`, FIXTURES));
    const revisions = await signedByAll(original, fieldsFor(n));
    await satisfyJudges(await judgesBench(), revisions.at(-1) ?? original, n);
  },
);

test('signatures and marks over a tagged PDF with a form, links and files satisfy the same programs', async () => {
  const arranged = await arrangePdf(await loadPdf(aRichPdf()), { fonts: async () => fonts });
  const fields = fieldsFor(2).map((one) => ({
    ...one,
    rects: [...one.rects, { ...one.rects[0]!, y: 300 }],
    signer: 'Asha Rao',
  }));
  const file = (await signedByAll(arranged.bytes, fields)).at(-1) ?? arranged.bytes;
  const bench = await judgesBench();
  await satisfyJudges(bench, file, 2);
  const [picture] = pagePictures(bench.save('marks.pdf', file), 1);
  const isSeen = ({ x, y, width, height }: FieldRect) => {
    const at = Math.floor(792 - y - height / 2) * 612 + Math.floor(x + width - 4);
    return (picture?.grey[at] ?? 255) < 255;
  };
  expect(fields.flatMap(({ rects }) => rects.map(isSeen))).toEqual([true, true, true, true]);
});

test('signatures with RSA keys, and without the ESS attribute, satisfy pdfsig', async () => {
  const saved = await judgesBench();
  const original = readFileSync(new URL('plain.pdf', FIXTURES));
  const wishes = { issue: { rsa: true }, ess: false };
  const file = (await signedByAll(original, fieldsFor(2), wishes)).at(-1) ?? original;
  checkWithPdfsig(saved.save('rsa.pdf', file), saved.database, 2);
});

test.each(['plain', 'object-streams', 'linearised', 'form'])(
  'signatures behind one of other software over a %s PDF satisfy the same programs',
  async (input) => {
    const [one, two] = fieldsFor(2).map(({ field, rects: [rect] }, index) => ({
      field,
      rects: [{ ...rect!, x: 80 + index * 175, y: 10 }],
    }));
    const placed = await placeFields(await signedFixture(input), [one!, two!]);
    const file = await signedBy(await signedBy(placed, one!), two!, { name: 'Ravi Kumar' });
    const bench = await judgesBench();
    checkWithQpdf(bench.save('behind.pdf', file));
    checkWithPdfsig(bench.save('behind.pdf', file), bench.database, 3);
  },
);

test('pdfsig finds a changed byte', async () => {
  const saved = await judgesBench();
  const original = readFileSync(new URL('plain.pdf', FIXTURES));
  const file = (await signedByAll(original, fieldsFor(1))).at(-1);
  const at = file?.indexOf('/MediaBox [0 0 595 842]') ?? -1;
  file?.write('/MediaBox [0 0 595 841]', at, 'latin1');
  const path = saved.save('changed.pdf', file ?? original);
  const { stdout } = spawnSync('pdfsig', ['-nssdir', saved.database, path], { encoding: 'utf8' });
  expect(stdout).toContain('Digest Mismatch');
});

test('a sealed certificate satisfies qpdf and pdfsig, with its fonts and attachments in it', async () => {
  const saved = await judgesBench();
  const identity = await (await testAuthority()).issue('esign sandbox seal');
  const laidOut = await layOutCertificate(anEvidence(), fonts);
  const shown = { name: 'esign sandbox', date: new Date(), fonts };
  const key = { ...identity, sign: signWith(identity.privateKey) };
  const path = saved.save('c.pdf', await embedSeal(await prepareSeal(laidOut, shown), key));
  checkWithQpdf(path);
  checkWithPdfsig(path, saved.database, 1);
  expect(execFileSync('pdfdetach', ['-list', path], { encoding: 'utf8' })).toContain('audit.jsonl');
  const fontRows = execFileSync('pdffonts', [path], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .slice(2);
  expect(fontRows.every((row) => / yes yes yes /.test(row))).toBe(true);
  const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
  expect(text).toContain('Signature Completion Certificate');
  const pages = text.split('\f').filter((page) => page.trim() !== '');
  expect(pages.every((page) => page.includes('without legal effect'))).toBe(true);
});

test("only a sandbox's certificate is marked TEST", async () => {
  const saved = await judgesBench();
  const service = { ...anEvidence().service, sandbox: false };
  const path = saved.save('c.pdf', await layOutCertificate(anEvidence({ service }), fonts));
  const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
  expect(text).toContain('Signature Completion Certificate');
  expect(text).not.toContain('without legal effect');
});
