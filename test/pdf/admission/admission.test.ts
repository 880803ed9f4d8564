import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inspectPdf } from '../../../src/pdf/admission/admission.ts';
import { testFonts } from '../../support/drawing/pdf-fonts.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';
import { cyclicPages, doubledPage, pagelessPdf } from '../../support/pdf/hostile-pdf.ts';

const form = (entries: string) => ({ catalog: `/AcroForm << ${entries} >>` });
const refusals: [string, string, () => Buffer][] = [
  ['an empty file', 'empty', () => Buffer.alloc(0)],
  ['a text file', 'not_pdf', () => Buffer.from('Dear Asha, please sign.')],
  ['a file cut in half', 'unreadable', () => aPdf().subarray(0, aPdf().length / 2)],
  ['no pages', 'no_pages', () => pagelessPdf()],
  ['no pages but a huge count', 'no_pages', () => pagelessPdf(2_000_000_000)],
  ['a cyclic page tree', 'no_pages', () => cyclicPages()],
  ['a page listed twice', 'page_tree', () => doubledPage()],
  ['an XFA form', 'xfa', () => aPdf(form('/Fields [] /XFA (x)'))],
  [
    'permissions of a signature',
    'signed',
    () => aPdf({ catalog: '/Perms << /DocMDP null /UR3 << >> >>' }),
  ],
  ['a signed field', 'signed', () => aPdf(form('/Fields [<< /FT /Sig /Kids [<< /V << >> >>] >>]'))],
  [
    'a field of our names',
    'reserved_field',
    () => aPdf(form('/Fields [<< /FT /Tx /T (esign_01) >>]')),
  ],
  ...(
    [
      [
        '/Names << /JavaScript << /Names [(a) 6 0 R] >> >>',
        '<< /S /JavaScript /JS (x) >>',
        'JavaScript',
      ],
      ['/OpenAction 6 0 R', '<< /S /JavaScript /JS 7 0 R >>', 'JavaScript'],
      ['/OpenAction [4 0 R /Fit] /X << /Y [6 0 R] >>', '<< /S /#4Caunch /F (a.exe) >>', 'Launch'],
      [
        '/OpenAction << /S /GoTo /Next 6 0 R >>',
        '<< /S /SubmitForm /F (http://x) >>',
        'SubmitForm',
      ],
      ['/OpenAction << /S /GoTo /Next [6 0 R] >>', '<< /S /ImportData /F (x) >>', 'ImportData'],
      ['/AA << /WC 6 0 R >>', '<< /S /GoTo >>', 'AA'],
      ['/Extra 6 0 R', '<< /Type /Annot /Subtype /RichMedia >>', 'rich media'],
      ['/Extra 6 0 R', '<< /Type /Annot /Subtype /Screen >>', 'rich media'],
    ] as const
  ).map(([catalog, object, found]): [string, string, () => Buffer] => [
    `active content (${found}) in ${catalog}`,
    'active_content',
    () => aPdf({ catalog, more: [object, '(app.alert(1))'] }),
  ]),
  ['a user unit', 'page_geometry', () => aPdf({ pages: [{ entries: '/UserUnit 2' }] })],
  [
    'a page turned by 45 degrees',
    'page_geometry',
    () => aPdf({ pages: [{ entries: '/Rotate 45' }] }),
  ],
  [
    'a crop box off the page',
    'page_geometry',
    () => aPdf({ pages: [{ entries: '/CropBox [900 900 950 950]' }] }),
  ],
  [
    'a part that no page shows and that cannot be read',
    'unreadable',
    () => aPdf({ catalog: '/Names 6 0 R', more: ['<< /Dests (without an end'] }),
  ],
  [
    'a catalogue of another generation than its object',
    'unreadable',
    () => Buffer.from(aPdf().toString('latin1').replace('/Root 1 0 R', '/Root 1 9 R'), 'latin1'),
  ],
  [
    'a value that cannot be drawn',
    'form_value',
    () =>
      aPdf({
        pages: [{ entries: '/Annots [6 0 R]' }],
        more: ['<< /Subtype /Widget /FT /Tx /V <FEFF5C717530> /Rect [0 0 90 20] >>'],
      }),
  ],
  ['too many pages', 'too_many_pages', () => aPdf({ pages: [{}, {}, {}, {}] })],
];

test.each(refusals)('%s is refused as %s, with advice', async (_, reason, make) => {
  const admission = await inspectPdf(make(), { maxPages: 3, fonts: async () => testFonts() });
  expect(admission).toMatchObject({ ok: false, reason });
  if (!admission.ok) expect(admission.message.split(/[.:] /).length).toBeGreaterThan(1);
});

const fixtures: [string, string | undefined][] = [
  ['plain', undefined],
  ['object-streams', undefined],
  ['linearised', undefined],
  ['rotated', undefined],
  ['pdf-a', undefined],
  ['form', undefined],
  ['xfa', 'xfa'],
  ['encrypted-user', 'encrypted'],
  ['encrypted-owner', 'encrypted'],
  ['pageless', 'no_pages'],
  ['cyclic', 'no_pages'],
  ['truncated', 'unreadable'],
  ['signed', 'signed'],
];

test.each(fixtures)(
  'the fixture %s is admitted or refused as its description says',
  async (name, reason) => {
    const bytes = readFileSync(new URL(`../../fixtures/${name}.pdf`, import.meta.url));
    const admission = await inspectPdf(bytes, { maxPages: 100, fonts: async () => testFonts() });
    expect(admission.ok ? undefined : admission.reason).toBe(reason);
  },
);

test('active content is named', async () => {
  const bytes = aPdf({ catalog: '/OpenAction 6 0 R', more: ['<< /S /Launch /F (a.exe) >>'] });
  expect(await inspectPdf(bytes, { maxPages: 3, fonts: async () => testFonts() })).toMatchObject({
    message: expect.stringContaining('an action that starts a program (Launch)'),
  });
});

test.each<[string, Parameters<typeof aPdf>[0]]>([
  ['a link', { catalog: '/OpenAction << /S /URI /URI (https://example.in) >>' }],
  [
    'an element of the structure tree',
    { catalog: '/StructTreeRoot 6 0 R', more: ['<< /S /Sound /P 1 0 R /K 1 >>'] },
  ],
  ['an empty entry', { catalog: '/AA null' }],
])('%s is no active content', async (_, spec) => {
  expect(
    await inspectPdf(aPdf(spec), { maxPages: 3, fonts: async () => testFonts() }),
  ).toMatchObject({
    ok: true,
  });
});

test('circular references are undefined', async () => {
  const more = ['7 0 R', '6 0 R'];
  const admission = await inspectPdf(aPdf({ catalog: '/AcroForm 6 0 R', more }), {
    maxPages: 3,
    fonts: async () => testFonts(),
  });
  expect(admission.ok).toBe(true);
});

test('entries that are not fields are skipped', async () => {
  const admission = await inspectPdf(aPdf(form('/Fields [null 7 << /Kids 5 >>]')), {
    maxPages: 3,
    fonts: async () => testFonts(),
  });
  expect(admission.ok).toBe(true);
});

test('a form with circular fields is walked once', async () => {
  const more = ['<< /T (a) /Kids [6 0 R 7 0 R] >>', '<< /T (b) /FT /Tx /Kids [6 0 R] >>'];
  const admission = await inspectPdf(aPdf({ catalog: '/AcroForm << /Fields [6 0 R] >>', more }), {
    maxPages: 3,
    fonts: async () => testFonts(),
  });
  expect(admission.ok).toBe(true);
});
