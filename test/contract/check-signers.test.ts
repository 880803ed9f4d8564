import { expect, test } from 'vitest';
import { checkSigners } from '../../src/contract/check-signers.ts';

const ASHA = { name: 'Asha Rao', phone: '9876543210', email: 'asha@example.in' };
const BOX = { page: 1, x: 72, y: 96, width: 180, height: 120 };
const AT = 'signers[0].advanced.signaturePlacement';

const asha = (change: Record<string, unknown>) => ({ signers: [{ ...ASHA, ...change }] });
const placed = (positions: unknown) => asha({ advanced: { signaturePlacement: { positions } } });
const boxes = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...BOX, page: index + 1 }));
/** An email address with so many characters before the @, and so many in all. */
function emailOf(local: number, all: number): string {
  const labels = `${'b'.repeat(50)}.`.repeat(6).slice(0, all - local - '@.in'.length);
  return `${'a'.repeat(local)}@${labels.replace(/\.$/, 'b')}.in`;
}

const without = (object: object, key: string) =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));

test.each([
  ['a signer', asha({})],
  ['a name of one character', asha({ name: 'A' })],
  ['a name in Devanagari', asha({ name: 'अनिता शर्मा' })],
  ['a phone of 10 digits', asha({ phone: '0123456789' })],
  ['a phone of 20 digits', asha({ phone: '0'.repeat(20) })],
  ['a name of 200 characters', asha({ name: 'अ'.repeat(200) })],
  ['a name of 200 characters beyond the basic plane', asha({ name: '𑄃'.repeat(200) })],
  ['an email with 64 characters before the @', asha({ email: emailOf(64, 100) })],
  ['an email of 254 characters', asha({ email: emailOf(10, 254) })],
  ['an email with a tag', asha({ email: 'asha+lease@mail.example.in' })],
  ['a placement of the least size', placed([{ ...BOX, width: 140, height: 110 }])],
  ['a placement just above the least size', placed([{ ...BOX, width: 140.001, height: 110.001 }])],
  ['a placement at fractions of points', placed([{ ...BOX, x: 0.5, y: -0.25 }])],
  ['1 rectangle', placed(boxes(1))],
  ['20 rectangles', placed(boxes(20))],
  ['2 signers', { signers: [ASHA, { ...ASHA, name: 'Ravi Kumar' }] }],
  ['6 signers', { signers: Array.from({ length: 6 }, () => ASHA) }],
])('%s is accepted and kept as it is', (_, body) => {
  expect(checkSigners(body)).toEqual({ ok: true, ...body });
});

const LIST = 'signers must be a list of 1 to 6 signers.';
const BODY = 'The body must be an object with a list of signers.';
const SIGNER = 'signers[0] must be an object with name, phone and email.';

test.each([
  ['no body', undefined, BODY],
  ['null', null, BODY],
  ['text', 'signers', BODY],
  ['a list in place of the object', [ASHA], BODY],
  ['no signers', {}, LIST],
  ['signers that are no list', { signers: ASHA }, LIST],
  ['0 signers', { signers: [] }, LIST],
  ['7 signers', { signers: Array.from({ length: 7 }, () => ASHA) }, LIST],
  ['null as a signer', { signers: [null] }, SIGNER],
  ['text as a signer', { signers: ['Asha Rao'] }, SIGNER],
  ['a list as a signer', { signers: [[]] }, SIGNER],
])('%s is refused', (_, body, problem) => {
  expect(checkSigners(body)).toEqual({ ok: false, problem });
});

const NAME = 'signers[0].name must be text of 1 to 200 characters.';
const CONTROL = 'signers[0].name must hold no control characters.';
const PHONE = 'signers[0].phone must be 10 to 20 digits, and nothing else.';
const EMAIL =
  'signers[0].email must be an email address of at most 254 characters, 64 before the @.';

test.each([
  ['no name', { name: undefined }, NAME],
  ['an empty name', { name: '' }, NAME],
  ['a name of blanks', { name: ' \t\n\u00a0 ' }, NAME],
  ['a number as name', { name: 7 }, NAME],
  ['null as name', { name: null }, NAME],
  ['a name of 201 characters', { name: 'अ'.repeat(201) }, NAME],
  ['a name with a NUL', { name: 'Asha\u0000Rao' }, CONTROL],
  ['a name with a line break', { name: 'Asha\r\nBcc: ravi@example.in' }, CONTROL],
  ['a name with half a character', { name: 'Asha \ud83d' }, CONTROL],
  ['no phone', { phone: undefined }, PHONE],
  ['an empty phone', { phone: '' }, PHONE],
  ['a phone of 9 digits', { phone: '123456789' }, PHONE],
  ['a phone of 21 digits', { phone: '0'.repeat(21) }, PHONE],
  ['a phone with a plus', { phone: '+919876543210' }, PHONE],
  ['a phone with blanks', { phone: '98765 43210' }, PHONE],
  ['a phone with blanks around it', { phone: ' 9876543210 ' }, PHONE],
  ['a phone that ends with a line break', { phone: '9876543210\n' }, PHONE],
  ['a phone in Devanagari digits', { phone: '९८७६५४३२१०' }, PHONE],
  ['a number as phone', { phone: 9_876_543_210 }, PHONE],
  ['no email', { email: undefined }, EMAIL],
  ['null as email', { email: null }, EMAIL],
  ['an empty email', { email: '' }, EMAIL],
  ['an email of 255 characters', { email: emailOf(10, 255) }, EMAIL],
  ['an email with 65 characters before the @', { email: emailOf(65, 100) }, EMAIL],
  ['a quoted email with 65 characters before the @', { email: `"${'@'.repeat(63)}"@b.in` }, EMAIL],
  ['an email without @', { email: 'asha.example.in' }, EMAIL],
  ['an email without a domain', { email: 'asha@' }, EMAIL],
  ['an email without a mailbox', { email: '@example.in' }, EMAIL],
  ['two emails', { email: 'asha@example.in, ravi@example.in' }, EMAIL],
  ['an email with a line break in it', { email: 'asha@example.in\r\nBcc: x@example.in' }, EMAIL],
])('a signer with %s is refused', (_, change, problem) => {
  expect(checkSigners(asha(change))).toEqual({ ok: false, problem });
});

const ADVANCED =
  'signers[0].advanced must be an object that holds signaturePlacement and nothing else.';
const PLACEMENT = `${AT} must be an object with positions.`;
const POSITIONS = `${AT}.positions must be a list of 1 to 20 rectangles.`;

test.each([
  ['null as advanced', null, ADVANCED],
  ['a list as advanced', [], ADVANCED],
  ['text as advanced', 'x', ADVANCED],
  ['an unknown property of advanced', { language: 'hi' }, ADVANCED],
  ['an unknown property of advanced that is named like a field', { name: 'A' }, ADVANCED],
  ['an unknown property of advanced with a slash', { 'a/page': 1 }, ADVANCED],
  [
    'an unknown property of advanced beside a placement',
    { signaturePlacement: { positions: [BOX] }, otp: true },
    ADVANCED,
  ],
  ['null as placement', { signaturePlacement: null }, PLACEMENT],
  ['a list as placement', { signaturePlacement: [BOX] }, PLACEMENT],
  ['a placement without positions', { signaturePlacement: {} }, POSITIONS],
  ['positions that are no list', { signaturePlacement: { positions: BOX } }, POSITIONS],
  ['0 rectangles', { signaturePlacement: { positions: [] } }, POSITIONS],
  ['21 rectangles', { signaturePlacement: { positions: boxes(21) } }, POSITIONS],
])('a signer with %s is refused', (_, advanced, problem) => {
  expect(checkSigners(asha({ advanced }))).toEqual({ ok: false, problem });
});

const PAGE = 'page must be a whole number, 1 or more';
const WIDTH = 'width must be a number of at least 140 points';
const HEIGHT = 'height must be a number of at least 110 points';

test.each([
  ['page 0', { page: 0 }, PAGE],
  ['page -1', { page: -1 }, PAGE],
  ['half a page', { page: 1.5 }, PAGE],
  ['text as page', { page: '1' }, PAGE],
  ['a page that is not a number', { page: Number.NaN }, PAGE],
  ['text as x', { x: '72' }, 'x must be a number, in points'],
  ['null as x', { x: null }, 'x must be a number, in points'],
  ['an x that is not a number', { x: Number.NaN }, 'x must be a number, in points'],
  ['an infinite y', { y: Number.POSITIVE_INFINITY }, 'y must be a number, in points'],
  ['a width just below the least', { width: 139.999 }, WIDTH],
  ['a width that is not a number', { width: Number.NaN }, WIDTH],
  ['text as width', { width: '180' }, WIDTH],
  ['a height just below the least', { height: 109.999 }, HEIGHT],
  ['an infinite height', { height: Number.POSITIVE_INFINITY }, HEIGHT],
  ['null as height', { height: null }, HEIGHT],
])('a rectangle with %s is refused', (_, change, problem) => {
  const positions = [BOX, { ...BOX, page: 2, ...change }];
  expect(checkSigners(placed(positions))).toEqual({
    ok: false,
    problem: `${AT}.positions[1].${problem}.`,
  });
});

test.each(['page', 'x', 'y', 'width', 'height'])('a rectangle without %s is refused', (key) => {
  const checked = checkSigners(placed([without(BOX, key)]));
  expect(checked).toMatchObject({ ok: false });
  expect(checked).toHaveProperty(
    'problem',
    expect.stringMatching(new RegExp(`positions\\[0\\]\\.${key} must be`)),
  );
});

test('a number in place of a rectangle is refused', () => {
  expect(checkSigners(placed([5]))).toEqual({
    ok: false,
    problem: `${AT}.positions[0] must be an object with page, x, y, width and height.`,
  });
});

test.each([
  ['next to each other', [1, 1], 1],
  ['with others between them', [3, 1, 2, 3], 3],
])('two rectangles on one page, %s, are refused', (_, pages, page) => {
  expect(checkSigners(placed(pages.map((number) => ({ ...BOX, page: number }))))).toEqual({
    ok: false,
    problem: `${AT}.positions names page ${page} twice; give one rectangle a page.`,
  });
});

test('two signers may each have a rectangle on the same page', () => {
  const [signer] = placed([BOX]).signers;
  expect(checkSigners({ signers: [signer, signer] })).toMatchObject({ ok: true });
});

test('the problem named is that of the first signer that has one', () => {
  const advanced = { signaturePlacement: { positions: [BOX, BOX] } };
  const signers = [ASHA, { ...ASHA, advanced }, { ...ASHA, name: '' }];
  expect(checkSigners({ signers })).toHaveProperty(
    'problem',
    expect.stringMatching(/^signers\[1\]\.advanced.* names page 1 twice/),
  );
});

test('of two problems of a signer the first field is named', () => {
  expect(checkSigners(asha({ email: 'nobody', phone: '1' }))).toEqual({
    ok: false,
    problem: PHONE,
  });
});

test('names and emails are trimmed', () => {
  const checked = checkSigners(asha({ name: ' Asha  Rao\n', email: '\tasha@example.in ' }));
  expect(checked).toEqual({ ok: true, signers: [{ ...ASHA, name: 'Asha  Rao' }] });
});

test('unknown properties are dropped, of the body, a signer, a placement and a rectangle', () => {
  const signaturePlacement = { positions: [{ ...BOX, colour: 'blue' }], style: 'plain' };
  const checked = checkSigners({
    ...asha({ role: 'tenant', signedAt: '2026-11-20', advanced: { signaturePlacement } }),
    notify: false,
  });
  expect(checked).toEqual({ ok: true, ...placed([BOX]) });
});

test('an empty advanced is no placement', () => {
  expect(checkSigners(asha({ advanced: {} }))).toEqual({ ok: true, signers: [ASHA] });
});

test('a property of the prototype is not mistaken for a field', () => {
  const signer = Object.assign(Object.create({ name: 'Asha Rao' }), without(ASHA, 'name'));
  expect(checkSigners({ signers: [signer] })).toEqual({ ok: false, problem: NAME });
});

test('the body that is checked stays as it is', () => {
  const body = asha({ name: ' Asha Rao ', role: 'tenant' });
  checkSigners(body);
  expect(body).toEqual(asha({ name: ' Asha Rao ', role: 'tenant' }));
});
