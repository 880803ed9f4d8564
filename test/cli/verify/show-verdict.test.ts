import { expect, test } from 'vitest';
import { Printer } from '../../../src/cli/terminal/printer.ts';
import { printVerdict } from '../../../src/cli/verify/show-verdict.ts';

const CERTIFICATE = {
  documentName: 'Lease agreement',
  documentId: '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11',
  finalSha256: 'ab'.repeat(32),
  auditEntries: 18,
};

test.each([
  [0, '18 entries, unbroken'],
  [1, '18 entries, unbroken, 1 personal value erased'],
  [3, '18 entries, unbroken, 3 personal values erased'],
])(
  'the trail of a certificate is shown with the values that were erased: %s',
  (erasedValues, words) => {
    const out = new Printer({ isJson: false, color: false });
    const lines: string[] = [];
    out.result = (text) => void lines.push(text);
    const verdict = {
      ...{ verified: true, integrityVerified: true, signatures: [], findings: [] },
      level: null,
      fields: { signed: 1, total: 1 },
      certificate: { ...CERTIFICATE, erasedValues },
    };
    printVerdict(out, verdict, { file: 'certificate.pdf', isIntegrityOnly: false });
    expect(lines.join('\n')).toMatch(new RegExp(`^audit trail +${words}$`, 'm'));
  },
);
