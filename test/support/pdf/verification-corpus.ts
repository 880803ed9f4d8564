import { X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { GivenFile } from '../../../src/pdf/page/judge-apart.ts';
import type { BuiltInTrust } from '../../../src/pdf/page/trust.ts';
import { trustedCertificate } from '../../../src/pdf/page/trust.ts';
import { verifyPdf } from '../../../src/pdf/verification/verify.ts';
import {
  brief,
  lasting,
  listsOf,
  root as ofChain,
  signedByEach,
  underTimestamp,
  withLists,
} from '../trust/long-term-files.ts';
import { days, NOW } from '../trust/make-chain.ts';
import { testAuthority } from '../trust/pdf-authority.ts';
import { updated } from './altered-pdfs.ts';
import { FORGERIES } from './forged-documents.ts';
import { TRICKS, withTrick } from './forged-sections.ts';
import { signedDocument } from './sign-pdf.ts';
import { foreign, two } from './signed-states.ts';

const FOLDER = new URL('../../fixtures/evidence/', import.meta.url);
const FOREVER = { notBefore: '2020-01-01T00:00:00.000Z', notAfter: '2100-01-01T00:00:00.000Z' };

const read = (name: string): Buffer => readFileSync(new URL(name, FOLDER));
const pdfs = readdirSync(FOLDER).filter((name) => name.endsWith('.pdf'));
const pems = readdirSync(FOLDER).filter((name) => name.endsWith('.pem'));

const seal = await verifyPdf(read('d1-cert.pdf'), { roots: [] });
const roots = [
  (await testAuthority()).root,
  ofChain.certificate,
  ...pems.map((name) => new X509Certificate(read(name))),
];

/** One trust for the whole corpus, so that one page judges it. */
export const TRUST: BuiltInTrust = {
  service: 'https://sign.example.in',
  roots: roots.map(trustedCertificate),
  seals: [{ keySha256: seal.signatures[0]?.signer?.keySha256 ?? '', ...FOREVER }],
};

async function lastingFiles(): Promise<Record<string, Buffer>> {
  const lists = await listsOf();
  const stamp = { by: lasting, at: NOW };
  const proven = await signedByEach([{ stamp }, { stamp, ess: false }], lists);
  const under = await withLists(await underTimestamp(proven, brief, NOW), lists);
  const revoked = await listsOf({ revoked: lasting.certificate });
  return {
    'timestamped, with proof': proven,
    'under a document timestamp': under,
    'under a later one': await underTimestamp(under, lasting, days(2)),
    'a revoked authority': await signedByEach([{ stamp }], revoked),
    'without a timestamp': await signedByEach([{}], lists),
  };
}

/** A bit changed at many places, and cuts. */
function damaged(file: Buffer): Record<string, Buffer> {
  const bits = Array.from({ length: 40 }, (_, index) => {
    const copy = Buffer.from(file);
    const at = Math.floor((file.length * (index + 0.5)) / 40);
    copy[at] = (copy[at] ?? 0) ^ (1 << (index % 8));
    return [`a bit at ${at}`, copy] as const;
  });
  const cuts = [0.3, 0.6, 0.9, 0.99].map((part) => {
    const length = Math.floor(file.length * part);
    return [`cut at ${length}`, file.subarray(0, length)] as const;
  });
  return Object.fromEntries([...bits, ...cuts]);
}

const pageOf = (file: Buffer): number =>
  Number(/(\d+) 0 obj\s*<<[^>]*\/Type \/Page\b/.exec(file.toString('latin1'))?.[1]);

/** Signed documents, good and forged: what a page and a program could judge differently. */
export async function verificationCorpus(): Promise<GivenFile[][]> {
  const states = await signedDocument(3);
  const forged: Record<string, Buffer> = {
    foreign,
    unsigned: states[0]!,
    'not a PDF': Buffer.from('x'),
  };
  for (const [name, change] of FORGERIES) forged[name] = await updated(two, change);
  for (const [style, name, trick] of TRICKS) {
    const evil = { id: pageOf(two), body: '<< /Type /Page /MediaBox [0 0 9 9] >>' };
    forged[`${style}: ${name}`] = withTrick(two, evil, { style, trick });
  }
  const files = [
    ...states.slice(1).map((bytes, index) => ({ name: `${index + 1} of 3`, bytes })),
    ...Object.entries({ ...forged, ...damaged(two), ...(await lastingFiles()) }).map(
      ([name, bytes]) => ({ name, bytes }),
    ),
    ...pdfs.map((name) => ({ name, bytes: read(name) })),
  ];
  const pair = (name: string) =>
    ['d1-cert.pdf', name].map((one) => ({ name: one, bytes: read(one) }));
  return [
    ...files.map((file) => [file]),
    pair('d1.pdf'),
    pair('good-renewed-timestamp.pdf'),
    [...pair('c-control.pdf')],
    [{ name: 'two', bytes: two }, ...pair('d1.pdf')],
  ];
}
