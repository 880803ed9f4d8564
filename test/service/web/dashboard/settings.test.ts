import { expect, test } from 'vitest';
import { openApi } from '../../../support/service/call-service.ts';
import { aMember } from '../../../support/sign-in/a-member.ts';

const { service, user } = await openApi();
const { accountId } = user.account;
const owner = await aMember(service, { accountId });
const stored = () => service.deps.store.findAccount(accountId);

const GIVEN = {
  name: 'Northwind <Homes>',
  message: 'Call us with any question.',
  helpUrl: 'https://example.in/help',
  privacyUrl: '',
  termsUrl: ' ',
  linkDays: '7',
  names: 'strict',
};

test('settings are saved, and shown again in the form', async () => {
  const saved = await owner.post('/dashboard/settings', GIVEN);
  expect(saved.headers.location).toBe('/dashboard/settings?saved=1');
  expect(await stored()).toMatchObject({ ...GIVEN, privacyUrl: null, termsUrl: null, linkDays: 7 });
  const { body } = await owner.get('/dashboard/settings?saved=1');
  expect(body).toContain('value="Northwind &lt;Homes&gt;"');
  expect(body).toContain('Saved.');
  expect(body).toContain('<option value="strict" selected>');
});

test.each([
  ['Sender name: must have 1 to 200 characters.', { name: ' ' }],
  ['Help URL (optional): must be an https URL', { helpUrl: 'http://example.in' }],
  ['Signing links stay valid for (days): must be a whole number from 1 to 365.', { linkDays: '' }],
  [
    'Signing links stay valid for (days): must be a whole number from 1 to 365.',
    { linkDays: '1.5' },
  ],
  [
    'Signing links stay valid for (days): must be a whole number from 1 to 365.',
    { linkDays: '0x10' },
  ],
  ['If the name on the certificate differs: must be strict or flag.', { names: 'x' }],
])('%s Then nothing is saved, and nothing typed is lost', async (words, wrong) => {
  const before = await stored();
  const refused = await owner.post('/dashboard/settings', {
    ...GIVEN,
    message: 'Typed just now.',
    ...wrong,
  });
  expect(refused.statusCode).toBe(400);
  expect(refused.body).toContain(words);
  expect(refused.body).toContain('value="Typed just now."');
  expect(await stored()).toEqual(before);
});
