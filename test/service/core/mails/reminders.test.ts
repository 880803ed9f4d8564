import { expect, test } from 'vitest';
import type { Mail } from '../../../../src/service/core/mails/mail-notice.rules.ts';
import { startOutbox } from '../../../../src/service/core/outbox/run-outbox.ts';
import type { RegularRun } from '../../../../src/service/core/run-regularly.ts';
import { writeMail } from '../../../../src/service/write-mail.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import { aSentDocument, signAs } from '../../../support/service/signing-world.ts';
import { delivered } from '../../ports/store-builders.ts';

const world = await makeSigningWorld();

const DAY_MS = 24 * 3600_000;
const HOUR_MS = 3600_000;

/** The mails of one document while the clock advances, with this many processes. */
class PassingTime {
  readonly sent: (Mail & { id: string })[] = [];
  readonly #documentId: string;
  readonly #processes: number;

  constructor(documentId: string, processes = 1) {
    this.#documentId = documentId;
    this.#processes = processes;
  }

  /** `kind to` of each, in the order of the alphabet. */
  get names(): string[] {
    return this.sent.map(({ kind, to }) => `${kind} ${to}`).sort();
  }

  /** Calls back once nothing more is due. */
  #start(onIdle: () => void): RegularRun {
    const { deps } = world;
    const claimOutbox: typeof deps.store.claimOutbox = async (claim) => {
      const items = await deps.store.claimOutbox(claim);
      if (items.length === 0) onIdle();
      return items;
    };
    return startOutbox({
      ...deps,
      store: { ...deps.store, claimOutbox },
      sender: { deliver: async () => delivered },
      mailer: {
        send: async (mail) => {
          this.sent.push(mail);
        },
      },
      writeMail: async (item) =>
        item.documentId === this.#documentId ? await writeMail(deps, item) : undefined,
    });
  }

  /** Moves the clock on, and lets all that fell due be sent. */
  async pass(ms: number): Promise<void> {
    const { clock } = world;
    clock.advance(ms);
    const started = Array.from({ length: this.#processes }, async () => {
      let outbox: RegularRun | undefined;
      await new Promise<void>((resolve) => {
        outbox = this.#start(resolve);
      });
      return outbox;
    });
    for (const outbox of await Promise.all(started)) await outbox?.close();
  }
}

test('whose turn it is is reminded 2, 5 and 9 days after, by one of several processes, and then no more', async () => {
  const { documentId } = await aSentDocument(world, 2);
  const time = new PassingTime(documentId, 3);
  await time.pass(0);
  expect(time.names).toEqual([
    'signing-link signer1@example.in',
    'signing-link signer2@example.in',
  ]);
  const counts: number[] = [];
  for (const ms of [2 * DAY_MS - HOUR_MS, HOUR_MS, 3 * DAY_MS, 4 * DAY_MS, 300 * DAY_MS]) {
    await time.pass(ms);
    counts.push(time.sent.length - 2);
  }
  expect(counts).toEqual([0, 1, 2, 3, 3]);
  expect(time.names.slice(0, 3)).toEqual(Array(3).fill('reminder signer1@example.in'));
  expect(new Set(time.sent.map(({ id }) => id)).size).toBe(5);
});

test('who was away for long gets one reminder, not all that were missed', async () => {
  const { documentId } = await aSentDocument(world, 1);
  const time = new PassingTime(documentId);
  await time.pass(29 * DAY_MS);
  expect(time.names).toEqual(['reminder signer1@example.in', 'signing-link signer1@example.in']);
});

test('a signature ends the reminders of who gave it, and begins those of the next', async () => {
  const { documentId, signerIds } = await aSentDocument(world, 2);
  const time = new PassingTime(documentId);
  await time.pass(DAY_MS);
  expect(await signAs(world, String(signerIds[0]))).toBeNull();
  await time.pass(0);
  expect(time.names).toContain('your-turn signer2@example.in');
  await time.pass(DAY_MS + HOUR_MS);
  expect(time.names.filter((name) => name.startsWith('reminder'))).toEqual([]);
  await time.pass(DAY_MS);
  expect(time.names.filter((name) => name.startsWith('reminder'))).toEqual([
    'reminder signer2@example.in',
  ]);
});
