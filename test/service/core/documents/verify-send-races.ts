import { PDF } from '@libpdf/core';
import { expect, test } from 'vitest';
import { topFields } from '../../../../src/pdf/signing/form-fields.ts';
import { saveDraft } from '../../../../src/service/core/documents/save-draft.ts';
import { SYSTEM } from '../../../../src/service/core/evidence/audit.rules.ts';
import { REMINDER_DAYS } from '../../../../src/service/core/mails/mail-notice.rules.ts';
import { meetEverywhere } from '../../../support/kills/interleave.ts';
import { factsOf, QueuedItems } from '../../../support/service/document-facts.ts';
import type { SigningWorld } from '../../../support/service/signing-world.ts';
import { aCaller, aDraft, add, send } from '../../../support/service/signing-world.ts';

/** How each outcome ended: `done`, or the code of its refusal. */
const outcomes = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? 'done' : codeOf(result.reason))).sort();

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => work(index)));

/** Every signer of a SENT document is paid for, has a mail, and has a field in the file that was sent. */
async function expectWhole(world: SigningWorld, documentId: string, signers: number, at: string) {
  const { deps } = world;
  const facts = await factsOf(deps, new QueuedItems(deps.store, documentId), documentId);
  const document = await deps.store.findDocument(documentId);
  const pdf = await PDF.load(await deps.files.read(document?.prepared?.key ?? ''));
  const whole = {
    status: facts.status,
    creditsLeft: facts.creditsLeft,
    signers: facts.signed.length,
    mails: facts.mails.length,
    fields: topFields(pdf).size,
    prepared: facts.prepared,
    auditBreak: facts.auditBreak,
  };
  expect(whole, at).toEqual({
    status: 'SENT',
    creditsLeft: 10 - signers,
    signers,
    mails: signers + REMINDER_DAYS.length,
    fields: signers,
    prepared: 'whole',
    auditBreak: undefined,
  });
}

/** Concurrent changes of documents. */
export function verifySendRaces(world: SigningWorld): void {
  test('of eight sends at once one is done, and the account is charged once', async () => {
    const caller = await aCaller(world);
    const documentId = await aDraft(world, caller, 2);
    const results = await times(8, () => send(world.deps, caller, documentId));
    expect(outcomes(results)).toEqual(['done', ...Array(7).fill('invalid_state')]);
    await expectWhole(world, documentId, 2, 'in the end');
  });

  test('two sends that meet at any step end in one', async () => {
    const points = await meetEverywhere(world.deps, async () => {
      const caller = await aCaller(world);
      const documentId = await aDraft(world, caller, 1);
      const ended: string[] = [];
      const trySend = async (deps: SigningWorld['deps']) => {
        ended.push(...outcomes(await Promise.allSettled([send(deps, caller, documentId)])));
      };
      return {
        main: trySend,
        other: () => trySend(world.deps),
        check: async (point) => {
          expect(ended, point).toEqual(expect.arrayContaining(['done', 'invalid_state']));
          await expectWhole(world, documentId, 1, point);
        },
      };
    });
    expect(points).toHaveLength(9);
  });

  test('four adds at once stay within six signers, ordered without a gap', async () => {
    const caller = await aCaller(world);
    const documentId = await aDraft(world, caller, 0);
    const adding = { caller, documentId, from: 0, to: 2 };
    const results = await times(4, () => add(world.deps, adding));
    expect(outcomes(results)).toEqual(['done', 'done', 'done', 'signer_limit_reached']);
    const orders = results.flatMap((result) =>
      result.status === 'fulfilled'
        ? result.value.signers.map(({ signingOrder }) => signingOrder)
        : [],
    );
    expect(orders.sort()).toEqual([1, 2, 3, 4, 5, 6]);
    const document = await world.deps.store.findDocument(documentId);
    expect(document?.signers.map(({ signingOrder }) => signingOrder)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('the last credit sends one of two documents; the other stays as it was', async () => {
    const caller = await aCaller(world, 1);
    const documents = [await aDraft(world, caller, 1), await aDraft(world, caller, 1)];
    const results = await times(2, (index) => send(world.deps, caller, documents[index] ?? ''));
    expect(outcomes(results)).toEqual(['done', 'insufficient_credits']);
    expect(await world.deps.store.creditBalance(caller.account.accountId)).toBe(0);
    const refused = documents[results.findIndex(({ status }) => status === 'rejected')] ?? '';
    const queued = new QueuedItems(world.deps.store, refused);
    expect(await factsOf(world.deps, queued, refused)).toMatchObject({
      status: 'PENDING',
      mails: [],
      prepared: 'none',
      audit: ['document.created', 'file.hashed', 'signer.added'],
    });
  });

  test('a signer added at any step of a send is sent with the document, or refused', async () => {
    const seen = new Set<string>();
    await meetEverywhere(world.deps, async () => {
      const caller = await aCaller(world);
      const documentId = await aDraft(world, caller, 1);
      const adding = { caller, documentId, from: 1, to: 2 };
      let added = '';
      return {
        main: async (deps) => void (await send(deps, caller, documentId)),
        other: async () => {
          [added = ''] = outcomes(await Promise.allSettled([add(world.deps, adding)]));
        },
        check: async (point) => {
          expect(['done', 'invalid_state'], point).toContain(added);
          await expectWhole(world, documentId, added === 'done' ? 2 : 1, point);
          seen.add(added);
        },
      };
    });
    expect([...seen].sort()).toEqual(['done', 'invalid_state']);
  });

  test('signers replaced at any step of a send are sent as they were placed, or refused', async () => {
    const seen = new Set<string>();
    await meetEverywhere(world.deps, async () => {
      const caller = await aCaller(world);
      const documentId = await aDraft(world, caller, 1);
      const positions = [{ page: 1, x: 20, y: 20, width: 140, height: 110 }];
      const advanced = { signaturePlacement: { positions } };
      const signer = {
        name: 'Meera Iyer',
        email: 'meera@example.in',
        phone: '9876543210',
        advanced,
      };
      const order = { documentId, name: 'Lease', message: '', signers: [signer], origin: SYSTEM };
      let replaced = '';
      return {
        main: async (deps) => void (await send(deps, caller, documentId)),
        other: async () => {
          const saving = Promise.allSettled([saveDraft(world.deps, caller, order)]);
          [replaced = ''] = outcomes(await saving);
        },
        check: async (point) => {
          await expectWhole(world, documentId, 1, point);
          const sent = await world.deps.store.findDocument(documentId);
          const [{ signerId = '', name = '' } = {}] = sent?.signers ?? [];
          expect([replaced, name], point).toEqual(
            replaced === 'done' ? ['done', 'Meera Iyer'] : ['invalid_state', 'Asha Rao'],
          );
          expect(sent?.placements?.[0]?.signerId, point).toBe(signerId);
          seen.add(replaced);
        },
      };
    });
    expect([...seen].sort()).toEqual(['done', 'invalid_state']);
  });

  test('adds and a send at once leave no signer unpaid', async () => {
    const caller = await aCaller(world);
    const documentId = await aDraft(world, caller, 1);
    const [sent, ...adds] = await Promise.allSettled([
      send(world.deps, caller, documentId),
      add(world.deps, { caller, documentId, from: 1, to: 2 }),
      add(world.deps, { caller, documentId, from: 2, to: 4 }),
    ]);
    const taken = adds.reduce(
      (sum, result) => sum + (result.status === 'fulfilled' ? result.value.signers.length : 0),
      1,
    );
    expect(sent.status).toBe('fulfilled');
    await expectWhole(world, documentId, taken, 'in the end');
  });
}
