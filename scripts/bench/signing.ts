import { createHash, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startPdfWorkers } from '../../src/pdf/admission/workers.ts';
import { checkCms } from '../../src/pdf/cms/check-cms.ts';
import type { Fonts } from '../../src/pdf/fonts/fonts.ts';
import { loadFonts } from '../../src/pdf/fonts/load-fonts.ts';
import { embedCms, prepareSignature } from '../../src/pdf/signing/prepare.ts';
import { verifyAppended } from '../../src/pdf/verification/verify-appended.ts';
import { identityNamed } from '../../src/sandbox/authority/identities.ts';
import {
  issueSignature,
  openSigningContext,
} from '../../src/sandbox/authority/pki/issue-signature.ts';
import { ASSETS } from '../build/paths.ts';
import { openBenchAuthority } from './authority.ts';
import { pdfOfSize } from './pdf-of-size.ts';
import { milliseconds, report } from './report.ts';

const SIGNERS = 6;
const RUNS = 3;
const ONE_MB = 1024 * 1024;
const assets = pathToFileURL(`${ASSETS}/`);

type Parts = Map<string, number>;

async function part<T>(parts: Parts, name: string, work: () => Promise<T> | T): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  parts.set(name, (parts.get(name) ?? 0) + performance.now() - startedAt);
  return result;
}

const fields = Array.from({ length: SIGNERS }, (_, index) => ({
  field: `esign_0${index + 1}`,
  rects: [{ page: 1, x: 20 + index * 90, y: 20, width: 80, height: 110 }],
}));

/** Six signers on a file of 1 MB: how long each part takes in all. */
export async function benchSigning(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-bench-'));
  const workers = startPdfWorkers({ script: new URL('pdf-worker.js', assets) });
  const original = join(folder, 'original.pdf');
  await writeFile(original, pdfOfSize(ONE_MB));
  const parts: Parts = new Map();
  const authority = await openBenchAuthority(folder, { now: () => new Date() });
  const world = { ...authority, folder, fonts: loadFonts(new URL('fonts/', assets)) };
  for (let run = 0; run <= RUNS; run += 1) {
    if (run === 1) parts.clear();
    const prepared = join(folder, `prepared-${run}.pdf`);
    await part(parts, 'place the fields', () =>
      workers.placeFields({ from: original, to: prepared, fields }),
    );
    await signAll(parts, world, await readFile(prepared));
  }
  await workers.close();
  await rm(folder, { recursive: true });
  reportParts(parts);
}

const CRYPTOGRAPHY = ['certificate and CMS', 'check the CMS'];

function reportParts(parts: Parts): void {
  const sumOf = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + (parts.get(name) ?? 0), 0);
  const all = sumOf([...parts.keys()]);
  const row = (what: string, ms: number) => {
    return { what, value: milliseconds(ms / RUNS), ratio: `${Math.round((ms / all) * 100)} %` };
  };
  report('Sign: six signers, 1 MB', [
    ...[...parts].map(([what, ms]) => row(what, ms)),
    row('in all', all),
    { ...row('of it CMS and certificates', sumOf(CRYPTOGRAPHY)), goal: '50 %' },
  ]);
}

type World = Awaited<ReturnType<typeof openBenchAuthority>> & {
  readonly folder: string;
  readonly fonts: Fonts;
};

async function signAll(parts: Parts, { folder, pki, gateway, fonts }: World, prepared: Buffer) {
  const signing = await openSigningContext(pki, { now: () => new Date() });
  const roots = [new X509Certificate(pki.root)];
  const identity = identityNamed('Asha Rao');
  let head = prepared;
  let headSha256 = createHash('sha256').update(head).digest('hex');
  for (const [index, { field, rects }] of fields.entries()) {
    const date = new Date();
    const request = { field, rects, name: 'Asha Rao', date, fonts, certify: index === 0 };
    const hole = await part(parts, 'append the revision', () =>
      prepareSignature(head, { ...request, reserve: gateway.reserve }),
    );
    const { cms, certificate } = await part(parts, 'certificate and CMS', () =>
      issueSignature(signing, { identity, inputHash: hole.sha256, at: date }),
    );
    const given = [new X509Certificate(certificate)];
    const { contents } = await part(parts, 'check the CMS', () =>
      checkCms(cms, { sha256: hole.sha256, roots, at: date, given, needEss: true }),
    );
    const signed = await part(parts, 'embed it', () => embedCms(hole, cms));
    const base = { bytes: head.length, sha256: headSha256 };
    await part(parts, 'verify what was appended', () =>
      verifyAppended({ file: signed, base, field, contents }, { roots }),
    );
    await part(parts, 'write it', () =>
      writeFile(join(folder, 'head.pdf'), signed, { flush: true }),
    );
    head = signed;
    headSha256 = createHash('sha256').update(head).digest('hex');
  }
}
