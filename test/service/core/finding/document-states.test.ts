import { afterAll, expect, test } from 'vitest';
import { ENDINGS } from '../../../../src/contract/extensions/names.ts';
import { createAccount } from '../../../../src/service/core/accounts/create-account.ts';
import type { Document } from '../../../../src/service/core/documents/document.rules.ts';
import {
  DOCUMENT_STATES,
  documentState,
  endingOf,
} from '../../../../src/service/core/documents/document-states.rules.ts';
import type { DocumentSearch } from '../../../../src/service/store/documents/find-documents.sql.ts';
import { openAnyStore } from '../../../support/store/any-store.ts';
import { aDocument, aSigner, at } from '../../ports/store-builders.ts';

const store = await openAnyStore();
afterAll(() => store.close());

test('the database tells states and endings as the rules do, in every combination', async () => {
  const clock = { now: () => at() };
  const wanted = { name: 'Northwind', credits: 0, subscription: 'active' as const };
  const { accountId } = await createAccount({ store, clock }, wanted);
  const sent = { status: 'SENT', sentAt: at() } as const;
  const progress = [
    { status: 'PENDING' } as const,
    sent,
    { ...sent, withdrawnAt: at(), withdrawalReason: 'TEST' },
    { ...sent, status: 'COMPLETED', completedAt: at() } as const,
  ];
  const documents = progress.flatMap((one) =>
    [null, at(4), at(5), at(6)].flatMap((linksUntil) =>
      [null, at()].map((declinedAt) => {
        const signers = [aSigner(1), aSigner(2, { declinedAt })];
        return aDocument(accountId, { ...one, linksUntil, signers });
      }),
    ),
  );
  await store.transaction(async (tx) => {
    for (const document of documents) {
      await tx.insertDocument(document);
      await tx.insertSigners(document.documentId, document.signers);
    }
  });
  const idsOf = (found: readonly Pick<Document, 'documentId'>[]) =>
    found.map(({ documentId }) => documentId).sort();
  const expectAlike = async (
    filter: Pick<DocumentSearch, 'state' | 'ended'>,
    is: (document: Document) => boolean,
  ) => {
    const search = { accountId, query: { kind: 'all' }, limit: 100, ...filter } as const;
    const found = await store.findDocuments(search);
    expect(idsOf(found), JSON.stringify(filter)).toEqual(idsOf(documents.filter(is)));
  };
  const now = at(5);
  for (const state of DOCUMENT_STATES)
    await expectAlike({ state }, (one) => documentState(one) === state);
  for (const as of ENDINGS)
    await expectAlike({ ended: { as, now } }, (one) => endingOf(one, now) === as);
  await expectAlike({ ended: { as: 'any', now } }, (one) => endingOf(one, now) !== undefined);
  await expectAlike({ ended: { as: 'none', now } }, (one) => endingOf(one, now) === undefined);
});
