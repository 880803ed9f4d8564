import { expect, onTestFinished, test, vi } from 'vitest';
import { Printer } from '../../../src/cli/terminal/printer.ts';
import { printSummary, printVerdict } from '../../../src/cli/verify/show-verdict.ts';

const CERTIFICATE = {
  documentName: 'Lease agreement',
  documentId: '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11',
  finalSha256: 'ab'.repeat(32),
  auditEntries: 18,
};

/** A printer without colours, and the lines of its result. */
function aPrinter() {
  const out = new Printer({ isJson: false, color: false });
  const lines: string[] = [];
  out.result = (text) => void lines.push(text);
  return { out, lines };
}

const VERIFIED = {
  ...{ verified: true, integrityVerified: true, signatures: [], findings: [] },
  level: null,
  fields: { signed: 1, total: 1 },
};

test.each([
  [0, '18 entries, unbroken'],
  [1, '18 entries, unbroken, 1 personal value erased'],
  [3, '18 entries, unbroken, 3 personal values erased'],
])(
  'the trail of a certificate is shown with the values that were erased: %s',
  (erasedValues, words) => {
    const { out, lines } = aPrinter();
    const verdict = { ...VERIFIED, certificate: { ...CERTIFICATE, erasedValues } };
    printVerdict(out, verdict, { file: 'certificate.pdf', isIntegrityOnly: false });
    expect(lines.join('\n')).toMatch(new RegExp(`^audit trail +${words}$`, 'm'));
  },
);

const named = (reason: string, message: string) => ({ code: 'NAME', reason, message });

test('the last line says which signature is by somebody else than was invited', () => {
  const findings = [
    named('mismatch', 'Signed by Vijay Kumar, invited as Asha Rao: different names.'),
    named('not_comparable', 'Invited as Siddiqui, certified as صدیقی: not comparable.'),
  ];
  const verdict = { ...VERIFIED, findings, fields: { signed: 2, total: 2 } };
  const { out, lines } = aPrinter();
  printVerdict(out, verdict, { file: 'signed.pdf', isIntegrityOnly: false });
  expect(lines.at(-1)).toBe(
    'Verified: intact and complete, and all 2 signers are identified. Signed by Vijay Kumar, invited as Asha Rao: different names.',
  );
  const shown = { file: 'signed.pdf', isIntegrityOnly: false, certificateFile: 'certificate.pdf' };
  printSummary(out, verdict, shown);
  expect(lines.at(-1)).toBe(
    '✓ signed.pdf  verified, 2 signed, with certificate.pdf. Signed by Vijay Kumar, invited as Asha Rao: different names.',
  );
});

test.each(['NOT_COMPARED', 'PLACED'])('the last line repeats %s, which fails nothing', (code) => {
  const verdict = { ...VERIFIED, findings: [{ code, message: 'A reservation.' }] };
  const { out, lines } = aPrinter();
  printVerdict(out, verdict, { file: 'signed.pdf', isIntegrityOnly: false });
  expect(lines).toEqual([
    '· A reservation.',
    'Verified: intact and complete, and its signer is identified. A reservation.',
  ]);
});

test('times are told in UTC and in the local zone, and JSON keeps them as they are', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  onTestFinished(() => void vi.unstubAllEnvs());
  const message = 'TSA proves that the document was there at 2026-11-20T12:04:05.000Z.';
  const verdict = { ...VERIFIED, findings: [{ code: 'TIMESTAMPED', message }] };
  const { out, lines } = aPrinter();
  printVerdict(out, verdict, { file: 'signed.pdf', isIntegrityOnly: false });
  expect(lines[0]).toBe(
    '✓ TSA proves that the document was there at 20 Nov 2026, 12:04:05 UTC (17:34:05 GMT+5:30).',
  );
  expect(verdict.findings[0]?.message).toBe(message);
});

test('no finding of a verified file is marked as if it stood against it', () => {
  const message = "The issuer of TSA's timestamp is not trusted.";
  const findings = [{ code: 'UNTRUSTED', message }];
  const marksOf = (verdict: object) => {
    const { out, lines } = aPrinter();
    const shown = { file: 'signed.pdf', isIntegrityOnly: false };
    printVerdict(out, { ...VERIFIED, findings, ...verdict }, shown);
    return lines[0]?.charAt(0);
  };
  expect(marksOf({})).toBe('·');
  expect(marksOf({ verified: false, integrityVerified: false })).toBe('✗');
});
