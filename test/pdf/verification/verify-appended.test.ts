import { createHash } from 'node:crypto';
import { PDF, PdfString } from '@libpdf/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCms } from '../../../src/pdf/cms/read-cms.ts';
import type { PreparedSignature } from '../../../src/pdf/signing/prepare.ts';
import { embedCms } from '../../../src/pdf/signing/prepare.ts';
import { verifyPdf } from '../../../src/pdf/verification/verify.ts';
import type { AppendedSignature } from '../../../src/pdf/verification/verify-appended.ts';
import { verifyAppended } from '../../../src/pdf/verification/verify-appended.ts';
import { fieldsFor, prepared, signedDocument } from '../../support/pdf/sign-pdf.ts';
import { createCms } from '../../support/trust/create-cms.ts';
import type { IssueOptions } from '../../support/trust/pdf-authority.ts';
import { testAuthority } from '../../support/trust/pdf-authority.ts';

const HOUR_MS = 3_600_000;
const RUNS = 60;

type Change = (prepared: PreparedSignature, base: Buffer) => PreparedSignature;
type Options = {
  /** Changes the prepared revision before it is signed. */
  readonly change?: Change;
  readonly slipIn?: (base: Buffer) => Promise<Buffer>;
  readonly issue?: IssueOptions;
  readonly ess?: boolean;
};

/** The second of two signatures, just embedded. */
async function secondSignature(options: Options = {}) {
  const { change = (same) => same, slipIn = async (same) => same, ess = true } = options;
  const authority = await testAuthority();
  const base = (await signedDocument(2))[1]!;
  const open = change(await prepared(await slipIn(base), fieldsFor(2)[1]!), base);
  const signer = await authority.issue('Ravi Kumar', options.issue);
  const cms = createCms({ sha256: open.sha256, ...signer, ess });
  const appended: AppendedSignature = {
    file: embedCms(open, cms),
    base: { bytes: base.length, sha256: createHash('sha256').update(base).digest('hex') },
    field: 'esign_02',
    contents: readCms(cms),
  };
  return { appended, open, judging: { roots: [authority.root] }, signer };
}

/** Replaces text of the new revision, at the same length, before it is signed. */
function rewrite(from: RegExp, to: (found: string) => string): Change {
  return (open, base) => {
    const text = open.bytes.toString('latin1', base.length);
    const found = from.exec(text)?.[0] ?? '';
    const bytes = Buffer.concat([base, Buffer.from(text.replace(found, to(found)), 'latin1')]);
    expect([found === '', bytes.length]).toEqual([false, open.bytes.length]);
    const end = open.contentsAt + open.reserve * 2 + 2;
    const hash = createHash('sha256').update(bytes.subarray(0, open.contentsAt));
    return { ...open, bytes, sha256: hash.update(bytes.subarray(end)).digest('hex') };
  };
}

async function codeOf({ appended, judging }: Awaited<ReturnType<typeof secondSignature>>) {
  return (await verifyAppended(appended, judging))?.code;
}

test('each of two signatures verifies when appended, and so does the whole file', async () => {
  const { appended, judging } = await secondSignature();
  expect(await verifyAppended(appended, judging)).toBeNull();
  expect(await verifyPdf(appended.file, judging)).toMatchObject({ intact: true });
  const identity = await (await testAuthority()).issue('Asha Rao');
  const base = (await signedDocument(1))[0]!;
  const open = await prepared(base, fieldsFor(1)[0]!);
  const cms = createCms({ sha256: open.sha256, ...identity, ess: true });
  const sha256 = createHash('sha256').update(base).digest('hex');
  const first = { base: { bytes: base.length, sha256 }, field: 'esign_01', contents: readCms(cms) };
  const verdict = await verifyAppended({ ...first, file: embedCms(open, cms) }, { roots: [] });
  expect(verdict).toBeNull();
});

const turn = (text: string) => text.replace(/\d/, (digit) => (digit === '9' ? '8' : '9'));
const attacks: [string, string, Options][] = [
  ['a moved widget', 'WIDGET_CHANGED', { change: rewrite(/\/Rect ?\[\d+/, turn) }],
  ['a widget with other flags', 'WIDGET_CHANGED', { change: rewrite(/\/F 132/, () => '/F 133') }],
  ['a table that continues nothing', 'HIDDEN_REVISION', { change: rewrite(/\/Prev \d+/, turn) }],
  [
    'an object that stands elsewhere',
    'XREF_OFFSET',
    // By tens: one byte before the object is white space, which every reader skips
    { change: rewrite(/\d\d \d{5} n(?=\s+trailer)/, turn) },
  ],
  [
    'a revision slipped in below',
    'HIDDEN_REVISION',
    {
      slipIn: async (base) => {
        const pdf = await PDF.load(base, { lenient: false });
        pdf.getCatalog().set('Lang', PdfString.fromString('hi'));
        return Buffer.from(await pdf.save({ incremental: true }));
      },
    },
  ],
  [
    'a certificate that was not valid then',
    'CERT_TIME',
    { issue: { notBefore: new Date(Date.now() + HOUR_MS) } },
  ],
  [
    'a signature that tells no time',
    'NO_TIME',
    { change: rewrite(/\/M ?\(/, (m) => m.replace('M', 'X')) },
  ],
  [
    'a signature that is no string',
    'BYTE_RANGE',
    { change: rewrite(/\/Contents/, () => '/Content_') },
  ],
  [
    'a signature without ranges',
    'BYTE_RANGE',
    { change: rewrite(/\/ByteRange/, () => '/Byte_ange') },
  ],
  ['a signature that does not bind its certificate', 'CMS_ESS', { ess: false }],
  [
    'a signature of an unknown kind',
    'SUB_FILTER',
    { change: rewrite(/ETSI\.CAdES/, () => 'ETSI.XAdES') },
  ],
];

test.each(attacks)('%s is found as %s, as in the whole file', async (_, code, options) => {
  const signed = await secondSignature(options);
  expect(await codeOf(signed)).toBe(code);
  expect((await verifyPdf(signed.appended.file, signed.judging)).verified).toBe(false);
});

test('a flipped bit that the full check refuses, the check of the appended signature refuses too', async () => {
  const { appended, judging } = await secondSignature();
  const { file } = appended;
  const anywhere = fc.tuple(fc.nat({ max: file.length - 1 }), fc.nat({ max: 7 }));
  const property = fc.asyncProperty(anywhere, async ([at, bit]) => {
    const changed = Buffer.from(file);
    changed[at] = (changed[at] ?? 0) ^ (1 << bit);
    const verdict = await verifyPdf(changed, judging);
    const problem = await verifyAppended({ ...appended, file: changed }, judging);
    if (!verdict.verified) expect(problem, `bit ${bit} at ${at}`).not.toBeNull();
  });
  await fc.assert(property, { numRuns: RUNS });
});

test('a base other than the verified one is found, even if unsigned', async () => {
  const { appended, judging } = await secondSignature();
  const base = { ...appended.base, sha256: '0'.repeat(64) };
  expect(await verifyAppended({ ...appended, base }, judging)).toMatchObject({
    code: 'BASE_CHANGED',
  });
});

test('a signature that is not where it was embedded is found', async () => {
  const { appended, open, judging, signer } = await secondSignature();
  const longer = Buffer.concat([appended.file, Buffer.from('\n')]);
  const other = createCms({ sha256: open.sha256, ...signer, ess: true });
  const padded = embedCms(open, Buffer.concat([other, Buffer.from([0, 7])]));
  const cases: [Partial<AppendedSignature>, string][] = [
    [{ file: longer }, 'NOT_WHOLE_FILE'],
    [{ field: 'esign_01' }, 'BYTE_RANGE'],
    [{ field: 'esign_09' }, 'NOT_SIGNED'],
    [{ contents: readCms(other) }, 'OTHER_SIGNATURE'],
    [{ file: padded, contents: readCms(other) }, 'PADDING'],
    [{ file: Buffer.alloc(0) }, 'UNREADABLE'],
  ];
  for (const [change, code] of cases) {
    expect(await verifyAppended({ ...appended, ...change }, judging)).toMatchObject({ code });
  }
});

test('a signer of an unknown root is not a problem of the file', async () => {
  const { appended } = await secondSignature();
  expect(await verifyAppended(appended, { roots: [] })).toBeNull();
});
