import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { createAccount } from '../../../../src/service/core/accounts/create-account.ts';
import type { Document, Signer } from '../../../../src/service/core/documents/document.rules.ts';
import {
  DOCUMENTS_ON_PAGE,
  findDocuments,
} from '../../../../src/service/core/finding/find-documents.ts';
import { asOwner } from '../../../support/sign-in/callers.ts';
import { openAnyStore } from '../../../support/store/any-store.ts';
import { aDocument, aFact, aSigner, at } from '../../ports/store-builders.ts';

const store = await openAnyStore();
afterAll(() => store.close());
const clock = { now: () => at() };
const deps = { store };

const anAccount = async (): Promise<string> => {
  const wanted = { name: 'Northwind', credits: 0, subscription: 'active' as const };
  return (await createAccount({ store, clock }, wanted)).accountId;
};

async function insert(document: Document): Promise<string> {
  await store.transaction(async (tx) => {
    await tx.insertDocument(document);
    for (const signer of document.signers) await tx.insertSigners(document.documentId, [signer]);
  });
  return document.documentId;
}

/** The documents' ids, from the first page to the last. */
async function findAll(accountId: string, typed: string, given: object = {}): Promise<string[]> {
  const found: string[] = [];
  for (let before: string | undefined; ; ) {
    const page = await findDocuments(deps, asOwner(accountId), { typed, before, ...given });
    expect(page.documents.length).toBeLessThanOrEqual(DOCUMENTS_ON_PAGE);
    found.push(...page.documents.map(({ documentId }) => documentId));
    if (page.older === undefined) return found;
    before = page.older;
  }
}

/** Made of what searches trip over: other scripts, composed and decomposed accents, and the signs that patterns are made of. */
const PIECES = [
  'a',
  'B',
  'rao',
  '%',
  '_',
  '\\',
  '\\%',
  'é',
  'e\u0301',
  'É',
  'नं',
  'दि',
  'नी',
  '1',
  '.',
  "'",
];
const aPiece = fc.constantFrom(...PIECES);
const aWord = fc.array(aPiece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
const words = (most: number) => fc.array(aWord, { minLength: 1, maxLength: most });
const aText = words(3).map((all) => all.join(' '));

const aRandomDocument = (accountId: string) =>
  fc
    .record({
      name: aText,
      people: fc.array(fc.tuple(aText, aWord), { maxLength: 3 }),
      second: fc.nat(20),
    })
    .map(({ name, people, second }) =>
      aDocument(accountId, {
        name,
        createdAt: at(second * 1000),
        signers: people.map(([called, email], index) =>
          aSigner(index + 1, { name: called, email: `${email}@x`, phone: `+91 98${index}` }),
        ),
      }),
    );

const fold = (text: string): string => text.normalize('NFC').toLowerCase();

/** The rule in its plainest form. */
function hasWords({ name, signers }: Document, typed: string): boolean {
  const of = ({ name: called, email, phone }: Signer) => [called, email, phone.replace(/\D/g, '')];
  const text = fold([name, ...signers.flatMap(of)].join('\n'));
  return fold(typed)
    .split(' ')
    .every((word) => {
      if (!/^\d{1,3}$/.test(word)) return text.includes(word);
      return text.split(/[^\p{L}\p{M}\p{N}]+/u).includes(word);
    });
}

test('a search finds what a plain filter finds, newest first, and nothing of another account', async () => {
  const [own, other] = [await anAccount(), await anAccount()];
  const [mine = [], theirs = []] = [own, other].map((accountId, index) =>
    fc.sample(aRandomDocument(accountId), { numRuns: 120, seed: 71 + index }),
  );
  const documents = [...mine, ...theirs];
  for (const document of documents) await insert(document);
  const isSought = (typed: string) => mine.filter((document) => hasWords(document, typed));
  await fc.assert(
    fc.asyncProperty(words(2), async (sought) => {
      const typed = sought.join(' ');
      const found = await findAll(own, typed);
      const expected = isSought(typed).map(({ documentId }) => documentId);
      expect([...found].sort()).toEqual(expected.sort());
      const times = found.map((id) => mine.find(({ documentId }) => documentId === id)?.createdAt);
      expect(times).toEqual([...times].sort((a, b) => Number(b) - Number(a)));
    }),
    { numRuns: 150 },
  );
});

test('a walk over the pages comes by each document once, though many are of the same moment', async () => {
  const accountId = await anAccount();
  const inserted: string[] = [];
  for (let place = 0; place < 2 * DOCUMENTS_ON_PAGE + 7; place += 1) {
    inserted.push(await insert(aDocument(accountId, { createdAt: at(Math.floor(place / 40)) })));
  }
  const newestFirst = inserted.toReversed();
  expect(await findAll(accountId, '')).toEqual(newestFirst);
  expect(await findAll(accountId, 'lease')).toEqual(newestFirst);
  expect(await findAll(accountId, '', { state: 'draft' })).toEqual(newestFirst);
});

test('a full page without anything behind it is the last', async () => {
  const accountId = await anAccount();
  for (let place = 0; place < DOCUMENTS_ON_PAGE; place += 1) await insert(aDocument(accountId));
  const { documents, older } = await findDocuments(deps, asOwner(accountId), { typed: '' });
  expect([documents.length, older]).toEqual([DOCUMENTS_ON_PAGE, undefined]);
});

test.each(['', '1', '1.2.3', 'x.y', '9999999999999999.1', '1.-1'])(
  'a cursor that is none (%j) is refused',
  async (before) => {
    const found = findDocuments(deps, asOwner('acc_test'), { typed: '', before });
    await expect(found).rejects.toMatchObject({ code: 'invalid_request' });
  },
);

describe('a document is found by', async () => {
  const accountId = await anAccount();
  const signer = { name: 'Kavya Nair', email: 'kavya@example.in', phone: '+91 98765-00001' };
  const signed = { signedAt: at(5), openedAt: at(3) };
  const document = aDocument(accountId, {
    documentId: '8a01865b-0000-4000-8000-000000000001',
    name: 'Offer letter.pdf',
    createdAt: new Date('2026-11-20T18:30:00.000Z'),
    signers: [aSigner(1, { ...signer, ...signed }), aSigner(2, { name: 'Ravi' })],
  });
  const requestId = 'req_00000000000000000000000000000001';
  await insert(document);
  await store.transaction(async (tx) => {
    await tx.lockDocument(document.documentId);
    const fact = aFact();
    const origin = { ...fact.origin, requestId };
    await tx.appendAudit(document.documentId, [
      { ...fact, origin },
      { ...fact, origin },
    ]);
  });
  // Its phone number reads like the id of the other one.
  const phoned = await insert(
    aDocument(accountId, { createdAt: at(), signers: [aSigner(1, { phone: '9812345678' })] }),
  );

  test.each([
    'kavya nair',
    'NAIR kavya offer',
    'kavya@example',
    '+91 98765 00001',
    '9876500001',
    '8a01865b',
    '8A01865B-0000-4000',
    '8a01865b-0000-4000-8000-000000000001',
    requestId,
    '21 Nov 2026',
    '2026-11-21',
  ])('%s', async (typed) => {
    expect(await findAll(accountId, typed)).toEqual([document.documentId]);
    expect(await findAll(await anAccount(), typed)).toEqual([]);
  });

  test('digits that begin no id are sought as a phone number', async () => {
    expect(await findAll(accountId, '9812345678')).toEqual([phoned]);
  });

  test.each(['kavya ravi mehta', '8a01865c', 'req_1', '20 Nov 2027', 'nair_', 'o%r'])(
    'nothing that it has not: %s',
    async (typed) => {
      expect(await findAll(accountId, typed)).toEqual([]);
    },
  );

  test('its signers come with it, in their order', async () => {
    const { documents } = await findDocuments(deps, asOwner(accountId), { typed: 'kavya' });
    expect(documents[0]?.signers).toMatchObject([
      { name: 'Kavya Nair', ...signed, declinedAt: null },
      { name: 'Ravi', openedAt: null, signedAt: null },
    ]);
  });
});

test('a document that was removed is found by nothing', async () => {
  const accountId = await anAccount();
  const id = await insert(aDocument(accountId, { signers: [aSigner(1, { name: 'Zoya Gill' })] }));
  expect(await findAll(accountId, 'zoya')).toEqual([id]);
  await store.transaction(async (tx) => {
    await tx.lockDocument(id);
    await tx.removeDocument(id, at());
  });
  for (const typed of ['zoya', '', id]) expect(await findAll(accountId, typed)).toEqual([]);
});
