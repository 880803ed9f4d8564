import { expect, test } from 'vitest';
import { checkSettings } from '../../../../src/service/core/accounts/check-settings.ts';
import { DomainError } from '../../../../src/service/core/domain-error.rules.ts';

const problemOf = (settings: unknown): string => {
  try {
    checkSettings(settings);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'invalid_request') return error.message;
    throw error;
  }
  return '';
};

test.each([
  { name: 'Northwind Homes' },
  { name: 'नॉर्थविंड' },
  { replyTo: 'office@example.in', message: 'Call us.', linkDays: 1, names: 'strict' },
  { replyTo: null, message: null, helpUrl: null, privacyUrl: null, termsUrl: null },
  { helpUrl: 'https://example.in/help?topic=signing', linkDays: 365 },
  {},
])('the settings %o are taken', (settings) => {
  expect(checkSettings(settings)).toEqual(settings);
});

test('origins to return to are stored as browsers write them, and no others', () => {
  const returnOrigins = ' https://APP.example.in/ ';
  expect(checkSettings({ returnOrigins })).toEqual({ returnOrigins: 'https://app.example.in' });
  expect(problemOf({ returnOrigins: 'https://app.example.in/path' })).toBe(
    'returnOrigins must be at most 10 origins such as https://app.example.in, separated by spaces.',
  );
});

test('text is trimmed', () => {
  expect(checkSettings({ name: ' Northwind ' })).toEqual({ name: 'Northwind' });
});

test.each([
  [{ name: '' }, 'name must have 1 to 200 characters.'],
  [{ name: '  ' }, 'name must have 1 to 200 characters.'],
  [{ name: null }, 'name must have 1 to 200 characters.'],
  [{ name: 'x'.repeat(201) }, 'name must have 1 to 200 characters.'],
  [{ message: 'x'.repeat(501) }, 'message must have 1 to 500 characters.'],
  [{ replyTo: 'office' }, 'replyTo must be an email address.'],
  [{ replyTo: 'a@example.in, b@example.in' }, 'replyTo must be an email address.'],
  [{ linkDays: 0 }, 'linkDays must be a whole number from 1 to 365.'],
  [{ linkDays: 1.5 }, 'linkDays must be a whole number from 1 to 365.'],
  [{ linkDays: 366 }, 'linkDays must be a whole number from 1 to 365.'],
  [{ names: 'off' }, 'names must be strict or flag.'],
  [{ keepCompletedDays: 1095 }, 'keepCompletedDays must be forever, or a term from 3y to 100y.'],
  [{ keepDraftDays: 0 }, 'keepDraftDays must be forever, or a term from 1d to 100y.'],
  [{ accountId: 'acc_1' }, 'These are no account settings.'],
  [null, 'These are no account settings.'],
])('the settings %o are refused', (settings, problem) => {
  expect(problemOf(settings)).toBe(problem);
});

test.each(['http://example.in', 'javascript:alert(1)', 'https://', 'example.in', 'https://a b.in'])(
  'the address %s is refused',
  (helpUrl) => {
    expect(problemOf({ helpUrl })).toBe('helpUrl must be an https URL of at most 2000 characters.');
  },
);

test('an address with a password is refused', () => {
  const problem = problemOf({ termsUrl: 'https://asha:secret@example.in/' });
  expect(problem).toBe('termsUrl must hold no user name or password.');
});

test.each([
  ['a line break', 'a\nb'],
  ['a line separator', 'a\u2028b'],
  ['an escape', 'a\u001b[31mb'],
  ['a direction override', 'a\u202eb'],
  ['an isolate', 'a\u2066b'],
])('a name or message with %s is refused', (_what, text) => {
  for (const name of ['name', 'message'])
    expect(problemOf({ [name]: text })).toMatch(`${name} must hold no line breaks`);
});
