import { expect, test } from 'vitest';
import {
  ASHA,
  bringBack,
  giveConsent,
  openApi,
  requestIn,
} from '../../support/service/call-service.ts';
import { aMember } from '../../support/sign-in/a-member.ts';

const { service, user } = await openApi({ credits: 1000 });
const owner = await aMember(service, { accountId: user.account.accountId });

async function cancelled() {
  const { documentId, links } = await user.send(ASHA);
  const begun = await giveConsent(service, links[0] ?? '');
  await bringBack(service, { msg: service.authority.refuse(requestIn(begun)) }, begun);
  return documentId;
}

test('the timeline says why an attempt failed, what to tell the signer, and who can mend it', async () => {
  const documentId = await cancelled();
  const { entries } = (await user.get(`/api/v1/documents/${documentId}/timeline`)).json();
  expect(entries.at(-1)).toMatchObject({
    kind: 'gateway.failed',
    text: 'Attempt failed: Asha Rao (they cancelled at the authority)',
    cause: {
      reason: 'signer_declined',
      say: 'Start again whenever you like: the link still works.',
      mender: 'the signer',
    },
  });
  expect(entries[0]).toMatchObject({ kind: 'document.created', cause: null });
});

test('the page of a document also says what the signer saw', async () => {
  const documentId = await cancelled();
  const { body } = await owner.get(`/dashboard/documents/${documentId}`);
  expect(body).toContain('Attempt failed: Asha Rao (they cancelled at the authority)');
  expect(body).toContain('They saw: “You cancelled. Nothing was signed.');
  expect(body).toContain('Tell them: “Start again whenever you like: the link still works.”');
  expect(body).toContain('To be mended by the signer.');
});
