import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { layOutCertificate } from '../../src/pdf/certificate/certificate.ts';
import { anEvidence, auditTrail } from '../support/an-evidence.ts';
import { testFonts } from '../support/pdf-fonts.ts';

const LONG_WORD = 'Venkatanarasimharajuvaripeta'.repeat(4);
const RIGHT_EDGE = 595.28 - 40;

test('a long word wraps in its column and pushes nothing off the page', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'esign-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { document, signers } = anEvidence();
  const said = { description: `Mail sent: ${LONG_WORD}`, userAgent: LONG_WORD };
  const evidence = anEvidence({
    document: { ...document, name: LONG_WORD, account: LONG_WORD },
    signers: [{ ...signers[0]!, name: LONG_WORD, email: `${LONG_WORD.slice(0, 60)}@example.in` }],
    audit: auditTrail(3).map((row) => ({ ...row, ...said, actor: `signer:${LONG_WORD}` })),
  });
  const file = join(folder, 'certificate.pdf');
  writeFileSync(file, await layOutCertificate(evidence, testFonts()));
  const words = execFileSync('pdftotext', ['-bbox', file, '-']).toString();
  const ends = [...words.matchAll(/<word [^>]*xMax="([\d.]+)"/g)].map(([, x]) => Number(x));
  expect(ends.length).toBeGreaterThan(100);
  expect(Math.max(...ends)).toBeLessThanOrEqual(RIGHT_EDGE);
});
