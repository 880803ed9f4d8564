import type { PdfRef } from '@libpdf/core';
import { PDF, PdfStream } from '@libpdf/core';
import { expect, test } from 'vitest';
import { earlierSection, layOutCertificate } from '../../../src/pdf/certificate/certificate.ts';
import { layoutText } from '../../../src/pdf/certificate/certificate-layout.ts';
import type { EvidenceSigner } from '../../../src/pdf/certificate/completion-evidence.ts';
import { eventsSection } from '../../../src/pdf/certificate/events-section.ts';
import { signerSections } from '../../../src/pdf/certificate/signer-blocks.ts';
import {
  checkSection,
  documentSection,
  resultSection,
  summarySection,
  trustSection,
} from '../../../src/pdf/certificate/summary-page.ts';
import { readDict, readName, readObject } from '../../../src/pdf/objects.ts';
import { testFonts } from '../../support/drawing/pdf-fonts.ts';
import { anEvidence, aSigner, auditTrail, trailOf } from '../../support/pdf/an-evidence.ts';

const fonts = testFonts();
const show = layoutText(fonts);

const PEOPLE = [
  'Asha Rao',
  'Ravi Kumar',
  'अनिता शर्मा',
  'Dr. श्री विक्रम',
  'Meera Iyer',
  'Kavya Nair',
];
const LONG_NAME = 'Venkatanarasimharajuvaripeta Subrahmanyam Chandrasekhara Iyer '.repeat(4);
const LONG_MAIL = `${'venkatanarasimha.'.repeat(3)}raju@${'department-of-agreements.'.repeat(7)}example.in`;

/** As long as the service admits. */
function longSigner(order: number) {
  const name = LONG_NAME.slice(0, 200);
  const signer = aSigner(order, name);
  return {
    ...signer,
    email: LONG_MAIL.slice(0, 254),
    userAgent: 'Mozilla/5.0 '.repeat(300),
    nameFit: 'partial' as const,
    identitySharedWith: [7],
    timestamp: { at: signer.certificate.validFrom, authority: 'TEST Timestamp Authority' },
    certificate: {
      ...signer.certificate,
      revocation: 'good' as const,
    },
  };
}

const six = PEOPLE.map((name, index) => aSigner(index + 1, name));
const [only] = six;
const { document: plain } = anEvidence();
const longDocument = { ...plain, name: LONG_NAME.repeat(2).slice(0, 255), account: LONG_NAME };

test.each([
  ['one signer', 2, { signers: [only!], audit: trailOf(1) }],
  [
    'one signer, all values as long as can be, and 200 entries',
    2,
    { signers: [longSigner(1)], audit: auditTrail(200, 0, 1), document: longDocument },
  ],
  ['six signers', 4, { signers: six, audit: trailOf(6) }],
  [
    'six signers, all values as long as can be, and 200 entries',
    4,
    {
      signers: six.map(({ order }) => longSigner(order)),
      audit: auditTrail(200, 0, 6),
      document: longDocument,
    },
  ],
])('%s: at most %i pages', async (_, most, changes) => {
  const pdf = await PDF.load(await layOutCertificate(anEvidence(changes), fonts));
  expect(pdf.getPageCount()).toBeLessThanOrEqual(most);
});

test('signatures from before the upload are named as they say of themselves', async () => {
  const earlier = (index: number) => ({
    kind: index === 0 ? ('timestamp' as const) : ('signature' as const),
    name: index === 1 ? 'Meera Iyer' : LONG_NAME,
    claimedAt: index === 2 ? null : '2026-11-20T04:30:00.000Z',
    fingerprint: 'ab'.repeat(32),
    cmsSha256: 'cd'.repeat(32),
  });
  const section = (count: number) => {
    const earlierSignatures = Array.from({ length: count }, (_, index) => earlier(index));
    return JSON.stringify(earlierSection(anEvidence({ earlierSignatures }), show));
  };
  expect(earlierSection(anEvidence(), show)).toEqual([]);
  expect(section(3)).toContain('Meera Iyer, claimed 20 Nov 2026, 04:30:00 UTC');
  expect(section(3)).toContain('claims no time');
  expect(section(3)).toContain('was not checked');
  expect(section(50)).toContain('and 38 more');
  const many = Array.from({ length: 50 }, (_, index) => earlier(index));
  const pdf = await PDF.load(
    await layOutCertificate(anEvidence({ earlierSignatures: many }), fonts),
  );
  expect(pdf.getPageCount()).toBeLessThanOrEqual(5);
});

test('blocks of signers are never broken by a page, unless their values are very long', () => {
  const isUnbroken = (signers: readonly EvidenceSigner[]) =>
    signerSections(anEvidence({ signers }), show).map(
      (row) => typeof row === 'object' && 'unbreakable' in row && row.unbreakable,
    );
  expect(isUnbroken(six)).toEqual([true, true, true]);
  expect(isUnbroken([...six.slice(0, 2), longSigner(3)])).toEqual([true, false]);
});

test('page 1 and the block of a signer say first that somebody else has signed', () => {
  const wordsOf = (nameFit: EvidenceSigner['nameFit']) => {
    const signers = [{ ...aSigner(1, 'Asha Rao'), commonName: 'Vijay Kumar', nameFit }];
    const evidence = anEvidence({ signers });
    return JSON.stringify([resultSection(evidence, show), signerSections(evidence, show)]);
  };
  expect(wordsOf('mismatch')).toContain(
    '"Signature 1: signed by Vijay Kumar, invited as Asha Rao"',
  );
  expect(wordsOf('mismatch')).toContain('"Signer 1, signed by Vijay Kumar, invited as Asha Rao"');
  for (const fit of ['match', 'partial', 'not_comparable', null] as const) {
    expect(wordsOf(fit)).not.toContain('signed by Vijay Kumar');
  }
  expect(wordsOf('not_comparable')).toContain('"not comparable"');
  expect(wordsOf('not_comparable')).not.toContain('same name');
});

test('the list of signers says which time each signature has', () => {
  const timestamp = { at: '2026-11-21T05:00:01.000Z', authority: 'TEST TSA' };
  const [claimed, other] = [aSigner(1, 'Asha Rao'), aSigner(2, 'Ravi Kumar')];
  const { claimedAt: _at, ...recorded } = other;
  const shown = (...signers: EvidenceSigner[]) =>
    JSON.stringify(summarySection(anEvidence({ signers }), show));
  const proven = shown({ ...claimed, timestamp }, { ...other, timestamp });
  expect(proven).toContain('"Signed, proven by a timestamp (UTC, IST)"');
  expect(proven).toContain('21 Nov 2026, 05:00:01 UTC\\n21 Nov 2026, 10:30:01 IST');
  expect(shown(claimed, other)).toContain('"Signed, as claimed (UTC, IST)"');
  const mixed = shown({ ...claimed, timestamp }, other, { ...recorded, order: 3 });
  expect(mixed).toContain('"Signed (UTC, IST)"');
  for (const word of ['proven by a timestamp', 'as claimed', 'as recorded']) {
    expect(mixed).toContain(`"${word}"`);
  }
});

test('long names that begin alike are told apart in the list of signers', () => {
  const long = (end: string) => `${LONG_NAME.slice(0, 150)} ${end}`;
  const signers = [aSigner(1, long('Rao')), aSigner(2, long('Iyer'))];
  const text = JSON.stringify(summarySection(anEvidence({ signers }), show));
  expect(text).toMatch(/"Venkatanarasimharajuvari….* Rao"/);
  expect(text).toMatch(/"Venkatanarasimharajuvari….* Iyer"/);
});

test('key events name who did them by their numbers', () => {
  const [row] = trailOf(1);
  const by = (actor: string, signer?: number) => {
    const audit = [{ ...row!, actor, signer }];
    const [, table] = eventsSection(anEvidence({ audit }), show);
    return JSON.stringify(table);
  };
  expect(by('signer:sgn_1', 2)).toContain('"signer 2"');
  expect(by('account:8c1f')).toContain('"sender"');
  expect(by('authority', 1)).toContain('"authority"');
  expect(by('system')).toContain('"service"');
  expect(by('signer:sgn_1')).toContain('"signer:sgn_1"');
});

test('what was not recorded is said to be so, and one page is not called pages', () => {
  const { document, signers } = anEvidence();
  const { authenticated: _told, consent: _consent, claimedAt: _at, ...old } = signers[0]!;
  const { policies: _policies, root: _root, ...certificate } = old.certificate;
  const unknown = { openedAt: null, consentedAt: null, ip: null, userAgent: null };
  const evidence = anEvidence({
    document: { ...document, pages: 1 },
    signers: [{ ...old, ...unknown, certificate, authentication: undefined }],
    audit: [],
  });
  const sections = [documentSection, trustSection, signerSections, eventsSection];
  const text = JSON.stringify(sections.map((section) => section(evidence, show)));
  expect(text).toContain('1 page, ');
  expect(text).toContain('has no entries');
  expect(text.split('"–"')).toHaveLength(3);
  expect(text.split('not recorded')).toHaveLength(10);
  expect(text).not.toMatch(/null|undefined|Invalid/);
});

test('the level of the signatures and their timestamps are those found, and nothing where they are not known', () => {
  const shown = (changes: Parameters<typeof anEvidence>[0]) =>
    JSON.stringify(trustSection(anEvidence(changes), show));
  const { document, signers } = anEvidence();
  const unjudged = { document: { ...document, level: null } };
  expect(shown(unjudged)).toContain('"not judged"');
  expect(shown({})).toContain('none recorded');
  const timestamp = { at: document.sentAt, authority: 'TEST Timestamp Authority' };
  const stamped = signers.map((signer) => ({ ...signer, timestamp }));
  const known = shown({ document: { ...document, level: 'PAdES B-T' }, signers: stamped });
  expect(known).toContain('PAdES B-T, as found in the signed file');
  expect(known.split('TEST Timestamp Authority')).toHaveLength(2);
});

test('the page that was added for signatures is named', () => {
  const { document } = anEvidence();
  const section = (more: { signaturePage?: number }) =>
    JSON.stringify(documentSection(anEvidence({ document: { ...document, ...more } }), show));
  expect(section({ signaturePage: 4 })).toContain('page 4 was added for signatures');
  expect(section({})).not.toContain('added for signatures');
});

const laidOut = await layOutCertificate(anEvidence(), fonts);

test('a draft for courts is attached, with the hash values and lines to fill in', async () => {
  const pdf = await PDF.load(laidOut);
  const draft = await PDF.load(Buffer.from(pdf.getAttachment('bsa-63-4-draft.pdf') ?? []));
  expect(draft.getPageCount()).toBe(2);
});

test('the shape is that of PDF/A-3, and nothing claims that it is one', async () => {
  const pdf = await PDF.load(laidOut);
  const catalog = pdf.getCatalog();
  const followed = (ref: PdfRef) => pdf.getObject(ref);
  const files = catalog.getArray('AF', followed);
  const relations = [0, 1, 2].map((index) =>
    readName(pdf, readDict(pdf, files?.at(index))?.get('AFRelationship')),
  );
  expect(relations).toEqual(['Data', 'Data', 'Data']);
  const intent = readDict(pdf, catalog.getArray('OutputIntents', followed)?.at(0));
  expect(intent?.has('DestOutputProfile')).toBe(true);
  const metadata = readObject(pdf, catalog.get('Metadata'));
  if (!(metadata instanceof PdfStream)) throw new Error('there is no metadata');
  const xml = Buffer.from(metadata.getDecodedData()).toString();
  expect(xml).toContain('Signature Completion Certificate');
  expect(xml).not.toMatch(/pdfaid|Kaveri/);
  expect(catalog.has('MarkInfo')).toBe(false);
});

test('a code leads to the page that verifies files, with two numbers that browsers do not send', () => {
  const evidence = anEvidence();
  const { service, document, certificateId } = evidence;
  const [shown] = JSON.stringify(checkSection(evidence)).match(/(?<="qr":")[^"]+/) ?? [];
  const url = new URL(shown ?? '');
  expect(`${url.origin}${url.pathname}`).toBe(`${service.baseUrl}/verify`);
  const numbers = `#document=${document.id}&certificate=${certificateId}`;
  expect([url.search, url.hash]).toEqual(['', numbers]);
});
