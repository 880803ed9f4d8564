import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import {
  createDocument,
  receiveUpload,
} from '../../../../src/service/core/documents/create-document.ts';
import { SYSTEM } from '../../../../src/service/core/evidence/audit.rules.ts';
import type { CrashPlan } from '../../../support/kills/crash-at.ts';
import { crashAt, forEachCrash, untilCrash } from '../../../support/kills/crash-at.ts';
import { aPdf } from '../../../support/pdf/a-pdf.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import { aCaller } from '../../../support/service/signing-world.ts';
import { verifySendCrash } from './verify-send-crash.ts';

const world = await makeSigningWorld();

verifySendCrash(world, [{ ends: 'process', when: 'after' }]);

/** A create that fails as planned leaves no document, or one with its file and the beginning of its trail. */
async function tryCreate(plan: CrashPlan): Promise<string | undefined> {
  const { deps } = world;
  const caller = await aCaller(world);
  const crashing = crashAt(deps, plan);
  await untilCrash(async () => {
    const upload = await receiveUpload(crashing.deps, Readable.from([aPdf()]));
    const file = { mimeType: 'application/pdf', fileName: 'lease.pdf', name: undefined };
    await createDocument(crashing.deps, caller, { upload, ...file, origin: SYSTEM });
  });
  const point = crashing.point();
  const { accountId } = caller.account;
  const all = { accountId, query: { kind: 'all' }, limit: 10 } as const;
  for (const { documentId } of await deps.store.findDocuments(all)) {
    const document = await deps.store.findDocument(documentId);
    const bytes = await deps.files.read(document?.original.key ?? '');
    expect(bytes.equals(aPdf()), point).toBe(true);
    const audit = await deps.store.readAudit(documentId);
    const types = audit.map(({ type }) => type);
    expect(types, point).toEqual(['document.created', 'file.hashed']);
  }
  return point;
}

describe.each([
  { ends: 'process', what: 'a crash' },
  { ends: 'step', what: 'a failure' },
] as const)('$what', ({ ends, what }) => {
  test.each(['before', 'after'] as const)(
    `${what} %s any step of a create leaves no document without its file`,
    async (when) => {
      const points = await forEachCrash({ when, ends }, tryCreate);
      expect(points.map((point) => point.split(' ')[2])).toEqual([
        'files.write',
        'files.freeShare',
        'files.withLocalCopy',
        'pdf.admit',
        'store.transaction',
        'tx.lockAccount',
        'tx.measureDrafts',
        'tx.insertDocument',
        'tx.appendAudit',
      ]);
    },
  );
});
