import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inspectPdf } from '../../../src/pdf/admission/admission.ts';
import { testFonts } from '../../support/drawing/pdf-fonts.ts';
import { aPdf, streamObject } from '../../support/pdf/a-pdf.ts';
import { cyclicPages, doubledPage, pagelessPdf } from '../../support/pdf/hostile-pdf.ts';

const admit = (bytes: Buffer, maxPages = 3) =>
  inspectPdf(bytes, { maxPages, fonts: async () => testFonts() });
const form = (entries: string) => ({ catalog: `/AcroForm << ${entries} >>` });
/** A page with a link that is clicked. */
const linkTo = (uri: string) => ({
  pages: [
    { entries: `/Annots [<< /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (${uri}) >> >>]` },
  ],
});

const START = 'an action that starts a program (Launch)';

/** A name tree with a file. */
const EMBEDDED = [
  '<< /Names [(terms.txt) 7 0 R] >>',
  '<< /Type /Filespec /F (terms.txt) /EF << /F 8 0 R >> >>',
  streamObject('Terms', '/Type /EmbeddedFile'),
];

/** What is uploaded, the reason that it is refused for, and what the message names. */
type Refusal = [what: string, reason: string, make: () => Buffer, found?: string];
const refusals: Refusal[] = [
  ['an empty file', 'empty', () => Buffer.alloc(0)],
  ['a text file', 'not_pdf', () => Buffer.from('Dear Asha, please sign.')],
  ['a file cut in half', 'unreadable', () => aPdf().subarray(0, aPdf().length / 2)],
  ['no pages', 'no_pages', () => pagelessPdf()],
  ['no pages but a huge count', 'no_pages', () => pagelessPdf(2_000_000_000)],
  ['a cyclic page tree', 'no_pages', () => cyclicPages()],
  ['a page listed twice', 'page_tree', () => doubledPage()],
  ['an XFA form', 'xfa', () => aPdf(form('/Fields [] /XFA (x)'))],
  ['usage rights', 'rights', () => aPdf({ catalog: '/Perms << /DocMDP null /UR3 << >> >>' })],
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
      ['/OpenAction [4 0 R /Fit] /X << /Y [6 0 R] >>', '<< /S /#4Caunch /F (a.exe) >>', START],
      [
        '/OpenAction << /S /GoTo /Next 6 0 R >>',
        '<< /S /SubmitForm /F (http://x) >>',
        'SubmitForm',
      ],
      ['/OpenAction << /S /GoTo /Next [6 0 R] >>', '<< /S /ImportData /F (x) >>', 'ImportData'],
      ['/AA << /WC 6 0 R >>', '<< /S /GoTo >>', 'AA'],
      ['/AcroForm << /Fields [7 0 R] >> /X 6 0 R', '<< /S /JavaScript /JS (x) >>', 'JavaScript'],
      ['/OpenAction << /S /URI /URI (https://example.in) >>', 'null', 'on opening (URI)'],
      [
        '/OpenAction << /S /GoTo /Next [6 0 R] >>',
        '<< /S /Named /N /Print >>',
        'on opening (Named)',
      ],
      ['/OpenAction << /S /GoTo /Next 6 0 R >>', '<< /S /Hide /Next 6 0 R >>', 'on opening (Hide)'],
      ['/OpenAction 6 0 R', '<< /S /GoToR /F (other.pdf) /D [0 /Fit] >>', 'GoToR'],
      ['/OpenAction 6 0 R', '<< /S /GoToE /T << /R /C /N (a.pdf) >> >>', 'GoToE'],
      ['/Extra 6 0 R', '<< /Subtype /Link /A << /S /GoToR /F (other.pdf) >> >>', 'GoToR'],
      ['/URI << /Base (file:///C:/) >>', 'null', 'a link to file:'],
      ['/Collection << /D (a.pdf) >>', 'null', 'a portfolio'],
      ['/Extra 6 0 R', streamObject('', '/F (other.bin)'), 'content in another file'],
      [
        '/Extra 6 0 R',
        streamObject('', '/Subtype /Form /Ref << /F (other.pdf) /Page 0 >>'),
        'content in another file',
      ],
      ['/Extra 6 0 R', '<< /Type /Annot /Subtype /RichMedia >>', 'rich media'],
      ['/Extra 6 0 R', '<< /Type /Annot /Subtype /Screen >>', 'rich media'],
    ] as const
  ).map(
    ([catalog, object, found]): Refusal => [
      `active content (${found}) in ${catalog}`,
      'active_content',
      () => aPdf({ catalog, more: [object, '(app.alert(1))'] }),
      found,
    ],
  ),
  ...[
    ['javascript:alert(1)', 'a link to javascript:'],
    [' Java\\nScript:alert(1)', 'a link to javascript:'],
    ['file:///etc/passwd', 'a link to file:'],
    ['C:/Windows/calc.exe', 'a link to c:'],
    ['\\\\\\\\host\\\\share', 'a link to a file'],
    ['//host/share', 'a link to a file'],
    ['ms-msdt:/id', 'a link to ms-msdt:'],
  ].map(
    ([uri = '', found = '']): Refusal => [
      `a link to ${uri}`,
      'active_content',
      () => aPdf(linkTo(uri)),
      found,
    ],
  ),
  ['a user unit', 'page_unit', () => aPdf({ pages: [{ entries: '/UserUnit 2' }] }), 'UserUnit'],
  [
    'a page turned by 45 degrees',
    'page_rotation',
    () => aPdf({ pages: [{ entries: '/Rotate 45' }] }),
    'multiple of 90',
  ],
  [
    'a crop box off the page',
    'page_crop',
    () => aPdf({ pages: [{ entries: '/CropBox [900 900 950 950]' }] }),
    'CropBox',
  ],
  ['a page without a size', 'page_size', () => aPdf({ pages: [{ box: '0 0 0 0' }] }), 'MediaBox'],
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
        more: ['<< /Subtype /Widget /FT /Tx /T (name) /V <FEFF5C717530> /Rect [0 0 90 20] >>'],
      }),
    'the field “name” on page 1: it has a value that cannot be drawn',
  ],
  ['too many pages', 'too_many_pages', () => aPdf({ pages: [{}, {}, {}, {}] })],
];

test.each(refusals)('%s is refused as %s, with advice', async (...row) => {
  const [, reason, make, found = ''] = row;
  const admission = await admit(make());
  expect(admission).toMatchObject({ ok: false, reason });
  if (admission.ok) return;
  expect(admission.message.split(/[.:] /).length).toBeGreaterThan(1);
  expect(admission.message).toContain(found);
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
  ['encrypted-object-streams', 'encrypted'],
  ['encrypted-owner', undefined],
  ['pageless', 'no_pages'],
  ['cyclic', 'no_pages'],
  ['truncated', 'unreadable'],
  ['signed', 'signed_locked'],
];

test.each(fixtures)(
  'the fixture %s is admitted or refused as its description says',
  async (name, reason) => {
    const bytes = readFileSync(new URL(`../../fixtures/${name}.pdf`, import.meta.url));
    const admission = await admit(bytes, 100);
    expect(admission.ok ? undefined : admission.reason).toBe(reason);
  },
);

test.each<[string, Parameters<typeof aPdf>[0]]>([
  [
    'an element of the structure tree',
    { catalog: '/StructTreeRoot 6 0 R', more: ['<< /S /Sound /P 1 0 R /K 1 >>'] },
  ],
  ['an empty entry', { catalog: '/AA null' }],
  ['an empty dictionary of actions', { catalog: '/AA << >>' }],
  ['one of a page', { pages: [{ entries: '/AA << >>' }] }],
  ['one whose action is missing', { catalog: '/AA << /WC null /WS 99 0 R >>' }],
  ['a first page', { catalog: '/OpenAction [4 0 R /Fit]' }],
  ['a first page by an action', { catalog: '/OpenAction << /S /GoTo /D [4 0 R /Fit] >>' }],
  [
    'an embedded file',
    { catalog: '/PageMode /UseAttachments /Names << /EmbeddedFiles 6 0 R >>', more: EMBEDDED },
  ],
  ...[
    'https://example.in',
    'HTTP://example.in',
    'mailto:a@example.in',
    'tel:+911',
    'www.example.in',
    '#page=2',
  ].map((uri): [string, Parameters<typeof aPdf>[0]] => [`a link to ${uri}`, linkTo(uri)]),
])('%s is no active content', async (_, spec) => {
  expect(await admit(aPdf(spec))).toMatchObject({ ok: true });
});

test('an empty crop box counts for none: the whole page is shown', async () => {
  const pages = [{ entries: '/CropBox [0 0 0 0]' }];
  expect(await admit(aPdf({ pages }))).toMatchObject({ pages: [{ width: 595, height: 842 }] });
});

test.each<[string, Parameters<typeof aPdf>[0]]>([
  ['that refers to itself', { catalog: '/AcroForm 6 0 R', more: ['7 0 R', '6 0 R'] }],
  ['with entries that are no fields', form('/Fields [null 7 << /Kids 5 >>]')],
  [
    'with circular fields',
    {
      catalog: '/AcroForm << /Fields [6 0 R] >>',
      more: ['<< /T (a) /Kids [6 0 R 7 0 R] >>', '<< /T (b) /FT /Tx /Kids [6 0 R] >>'],
    },
  ],
])('a form %s is read', async (_, spec) => {
  expect(await admit(aPdf(spec))).toMatchObject({ ok: true });
});
