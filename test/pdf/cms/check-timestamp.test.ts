import { OctetString } from 'asn1js';
import type { SignedData } from 'pkijs';
import { expect, test } from 'vitest';
import { embedCms } from '../../../src/pdf/signing/prepare.ts';
import { verifyPdf } from '../../../src/pdf/verification/verify.ts';
import { fieldsFor, prepared, signedDocument } from '../../support/pdf/sign-pdf.ts';
import { createCms } from '../../support/trust/create-cms.ts';
import type { Identity, IssueOptions } from '../../support/trust/pdf-authority.ts';
import { testAuthority } from '../../support/trust/pdf-authority.ts';
import { timestamped } from '../../support/trust/timestamp-cms.ts';

const HOUR_MS = 3_600_000;
const AUTHORITY = { usages: ['1.3.6.1.5.5.7.3.8'], criticalUsages: true };
const at = new Date(Math.floor(Date.now() / 1000) * 1000 - 60_000);

/** Verifies a signature with a timestamp. */
async function signedAndStamped(options: {
  leaf?: IssueOptions;
  tsa?: IssueOptions;
  over?: Buffer;
  date?: Date;
  at?: Date;
  isFirstVersion?: boolean;
  namedBy?: Identity;
  spoil?: (token: SignedData) => void;
}) {
  const authority = await testAuthority();
  const identity = await authority.issue('Asha Rao', options.leaf);
  const tsa = await authority.issue('TEST timestamps', options.tsa ?? AUTHORITY);
  const [base] = await signedDocument(1);
  const { date = new Date(Date.now() - 48 * HOUR_MS) } = options;
  const open = await prepared(base!, fieldsFor(1)[0]!, { date });
  const cms = createCms({ sha256: open.sha256, ...identity, ess: true });
  const { leaf: _leaf, tsa: _tsa, date: _date, ...token } = options;
  const wishes = { at, ...token };
  const file = embedCms(open, timestamped(cms, tsa, wishes));
  return await verifyPdf(file, { roots: [authority.root] });
}

test('a timestamp proves the time, which replaces the claimed one', async () => {
  const leaf = { notBefore: new Date(Date.now() - HOUR_MS) };
  const verdict = await signedAndStamped({ leaf });
  expect(verdict).toMatchObject({ intact: true });
  expect(verdict.signatures[0]).toMatchObject({ trusted: true, timestampedAt: at.toISOString() });
});

test.each([
  ['4 minutes', 4, 'TRUSTED'],
  ['6 minutes', 6, 'TIME_ORDER'],
])(
  'a signature that claims to be %s later than its timestamp is judged so',
  async (_, minutes, code) => {
    const date = new Date(at.getTime() + minutes * 60_000);
    const leaf = { notBefore: new Date(Date.now() - HOUR_MS) };
    const { signatures, verified } = await signedAndStamped({ date, leaf });
    expect(signatures[0]).toMatchObject({ valid: true, identity: code });
    expect(verified).toBe(code === 'TRUSTED');
  },
);

test('a timestamp may name its certificate with SHA-1 alone, and has to name the right one', async () => {
  const good = await signedAndStamped({ isFirstVersion: true });
  expect(good.signatures[0]).toMatchObject({ timestampedAt: at.toISOString() });
  const namedBy = await (await testAuthority()).issue('TEST others', AUTHORITY);
  const { signatures, findings } = await signedAndStamped({ isFirstVersion: true, namedBy });
  expect(signatures[0]).toMatchObject({ valid: true, timestampedAt: null });
  expect(findings).toContainEqual(
    expect.objectContaining({ code: 'NO_TIMESTAMP', reason: 'CMS_ESS', revision: 1 }),
  );
});

test('a time that is still to come is proven by nobody', async () => {
  const later = new Date(at.getTime() + HOUR_MS);
  const stamped = await signedAndStamped({ at: later });
  expect(stamped.signatures[0]).toMatchObject({ timestampedAt: null });
  expect(stamped.findings.map(({ code }) => code)).toContain('NO_TIMESTAMP');
  const claimed = await signedAndStamped({ date: later, over: Buffer.from('another') });
  expect(claimed.signatures[0]).toMatchObject({ valid: true, identity: 'FUTURE' });
  expect(claimed.verified).toBe(false);
});

const bad: [string, Parameters<typeof signedAndStamped>[0]][] = [
  ['over another signature', { over: Buffer.from('another') }],
  [
    'that holds no statement',
    {
      spoil: ({ encapContentInfo }) => {
        delete encapContentInfo.eContent;
      },
    },
  ],
  [
    'that was signed for another statement',
    {
      spoil: ({ encapContentInfo }) => {
        encapContentInfo.eContent = new OctetString({ valueHex: new ArrayBuffer(9) });
      },
    },
  ],
  ['by a certificate for e-mail', { tsa: {} }],
  ['by a certificate that does not say so critically', { tsa: { usages: AUTHORITY.usages } }],
  [
    'by a certificate that was not valid then',
    { tsa: { ...AUTHORITY, notBefore: new Date(Date.now() + HOUR_MS) } },
  ],
];

test.each(bad)('a timestamp %s proves nothing', async (_, options) => {
  const leaf = { notBefore: new Date(Date.now() - 72 * HOUR_MS) };
  const verdict = await signedAndStamped({ leaf, ...options });
  expect(verdict.signatures[0]).toMatchObject({ valid: true, timestampedAt: null });
});
