import { expect, test } from 'vitest';
import { openApi } from '../../../support/service/call-service.ts';
import { aMember } from '../../../support/sign-in/a-member.ts';
import { aDocument, aSigner, at } from '../../ports/store-builders.ts';

const { service, user } = await openApi();

test('the page of a document says first which signature is by somebody else than was invited', async () => {
  const named = (order: number, certifiedName: string, signedAt: Date | null = at()) =>
    aSigner(order, { name: `Asha Rao ${order}`, certifiedName, signedAt });
  const made = aDocument(user.account.accountId, {
    status: 'SENT',
    sentAt: at(),
    signers: [
      named(1, 'Vijay <b> Kumar'),
      named(2, 'صدیقی'),
      named(3, 'ASHA RAO 3'),
      named(4, 'Meera Nair', null),
    ],
  });
  await service.deps.store.transaction(async (tx) => {
    await tx.insertDocument(made);
    await tx.insertSigners(made.documentId, made.signers);
  });
  const { accountId } = made;
  const member = await aMember(service, { accountId });
  const { body } = await member.get(`/dashboard/documents/${made.documentId}`);
  const other = 'Vijay &lt;b&gt; Kumar, invited as Asha Rao 1';
  const text = body.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
  expect(text).toMatch(new RegExp(`Waiting 3 of 4.*Signed by ${other}\\..*Signers ✓ ${other} `));
  expect(text.split('Signed by')).toHaveLength(2);
  expect(text).toMatch(/✓ Asha Rao 2 .* Certificate issued to صدیقی ✓ Asha Rao 3/);
  expect(text.split('Certificate issued to')).toHaveLength(2);
  expect(text).not.toContain('Meera Nair');
});
