import { X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { pageComparer } from '../../../src/pdf/reading/compare-looks.ts';
import { bindToCertificate } from '../../../src/pdf/verification/pair.ts';
import { verifyPdf } from '../../../src/pdf/verification/verify.ts';
import { PDFIUM_WASM } from '../../support/drawing/test-pdfium.ts';

const FOLDER = new URL('../../fixtures/evidence/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, FOLDER));

const roots = ['root.pem', 'sandbox-root.pem', 'tsa.pem'].map(
  (name) => new X509Certificate(read(name)),
);
const comparePages = pageComparer(pathToFileURL(PDFIUM_WASM), 60_000);

/** What a file is found to be, apart from trust and revocation. */
const IGNORED = ['TRUSTED', 'UNKNOWN', 'NOT_REVOKED', 'TIMESTAMPED'];

/** Files that were altered so that some program shows what nobody signed. */
const ALTERED: Readonly<Record<string, string>> = {
  'E-dts-noview-print': 'CHANGED CHANGED, UNTRUSTED NO_ISSUER',
  'E-dup-key-prev-evil-first': 'UNREADABLE',
  'E-dup-rows-table-evil-first': 'UNREADABLE',
  'E-stray-notable': 'CHANGED STRAY_OBJECT',
  'E-xref-index-by-ref': 'UNREADABLE',
  'dss-is-page': 'CHANGED CHANGED',
  'dts-F-real': 'UNREADABLE, UNTRUSTED NO_ISSUER',
  'dup-rows-stream-evil-last': 'UNREADABLE',
  'hybrid-signed-then-copy': 'UNREADABLE',
  'objstm-dangling-container': 'CHANGED XREF_OFFSET',
  'page-parent-dangling-dss': 'CHANGED CHANGED',
  'xobject-dict-is-field': 'CHANGED CHANGED',
};

const HONEST: Readonly<Record<string, string>> = {
  'c-control': 'AS_SIGNED',
  'c-sig-sha512-digest-sha256': 'AS_SIGNED',
  'c-two-certs-same-serial': 'AS_SIGNED',
  d1: 'EVIDENCE_ADDED, SAME_PICTURES',
  'good-renewed-timestamp': 'EVIDENCE_ADDED, SAME_PICTURES',
  'objstm-dangling-before': 'AS_SIGNED, SAME_PICTURES',
  'r-acrobat-DR-added': 'AS_SIGNED, SAME_PICTURES',
  'r-acrobat-F132': 'AS_SIGNED, SAME_PICTURES',
  'r-acrobat-MK-added': 'AS_SIGNED, SAME_PICTURES',
  'r-pyhanko15-DA-DR': 'AS_SIGNED, SAME_PICTURES',
  'r-signpdf-xref-offset-newline': 'EVIDENCE_ADDED, SAME_PICTURES',
  'r-startxref-to-newline-before-xref': 'EVIDENCE_ADDED, SAME_PICTURES',
  't-noess': 'AS_SIGNED, NO_TIMESTAMP CMS_ESS',
  't-other-message': 'AS_SIGNED, NO_TIMESTAMP TIMESTAMP',
  't-untrusted': 'AS_SIGNED, NO_TIMESTAMP UNTRUSTED',
};

/** Files of which no more is said than is known. */
const OTHERS: Readonly<Record<string, string>> = {
  'b-hex-whitespace': 'UNSUPPORTED CONTENTS_SPACE',
  'b-subfilter-sha1': 'UNSUPPORTED SUB_FILTER',
  'c-m-future': 'AS_SIGNED, FUTURE FUTURE',
  'c-no-contenttype': 'INVALID CMS_DIGEST',
  'c-ski-sid': 'UNSUPPORTED CMS_SIGNERS',
  'd1-cert': 'AS_SIGNED, SEAL_UNKNOWN SEAL_UNKNOWN',
  'hybrid-signed-before': 'UNREADABLE',
};

const CASES = Object.entries({ ...ALTERED, ...HONEST, ...OTHERS });

test.each(CASES)('%s is found as %s', async (name, expected) => {
  const { findings, verified } = await verifyPdf(read(`${name}.pdf`), { roots, comparePages });
  const codes = findings.map(({ code, reason }) => (reason ? `${code} ${reason}` : code));
  expect(codes.filter((code) => !IGNORED.includes(code)).join(', ')).toBe(expected);
  expect(verified).toBe(name in HONEST);
});

test('each file is named here', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.pdf'));
  expect(files.sort()).toEqual(CASES.map(([name]) => `${name}.pdf`).sort());
});

test('a document keeps its certificate when its timestamp is renewed', async () => {
  const sealed = await verifyPdf(read('d1-cert.pdf'), { roots });
  const key = sealed.signatures[0]?.signer?.keySha256 ?? '';
  const seals = [
    { keySha256: key, notBefore: '2020-01-01T00:00:00Z', notAfter: '2100-01-01T00:00:00Z' },
  ];
  const certificate = await verifyPdf(read('d1-cert.pdf'), { roots, seals });
  for (const name of ['d1.pdf', 'good-renewed-timestamp.pdf']) {
    const bound = bindToCertificate(await verifyPdf(read(name), { roots }), certificate);
    expect(bound, name).toMatchObject({ bound: true, verified: true });
  }
});
