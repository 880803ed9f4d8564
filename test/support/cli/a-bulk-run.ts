import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readJournal } from '../../../src/cli/bulk/journal/read-journal.ts';
import { rowStatus } from '../../../src/cli/bulk/journal/row-state.ts';
import type { BulkRow } from '../../../src/cli/bulk/manifest/manifest.ts';
import type { BulkRun } from '../../../src/cli/bulk/run/bulk-run.ts';
import { runJournalled } from '../../../src/cli/bulk/run/bulk-run.ts';
import { EsignClient } from '../../../src/client/index.ts';
import { aPdf } from '../pdf/a-pdf.ts';
import type { TestService } from '../service/open-service.ts';
import { makeTestFolder } from './run-esign.ts';

/** A clock whose waits take a fiftieth of their time. */
export const quickClock = {
  now: () => Date.now(),
  random: () => 0,
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms / 50)),
};

/** The service, the address that runs use for it, and the account's credits. */
interface Wishes {
  readonly serviceUrl: string;
  readonly baseUrl: string;
  readonly credits: number;
}

/** Opens an account and a folder for runs, which reach the service at `baseUrl`. */
export async function openBulkRun(service: TestService, { serviceUrl, baseUrl, credits }: Wishes) {
  const account = await service.account({ credits });
  const folder = await makeTestFolder({ 'lease.pdf': aPdf() });
  const journal = join(folder, 'journal.jsonl');
  const file = join(folder, 'lease.pdf');
  const connect = () => new EsignClient({ baseUrl: serviceUrl, apiKey: account.apiKey });
  const direct = connect();
  onTestFinished(() => direct.close());
  const states = async () => {
    const { states: found } = await readJournal(journal);
    return [...found.values()].sort((one, other) => one.row - other.row);
  };
  return {
    account,
    folder,
    journal,
    file,
    direct,
    rows: (count: number): BulkRow[] =>
      Array.from({ length: count }, (_, index) => ({
        row: index + 1,
        line: index + 2,
        file,
        name: `Lease ${index + 1}`,
        signers: [{ name: 'Asha Rao', email: 'asha@example.in', phone: '9876543210' }],
        columns: {},
      })),
    run: (rows: readonly BulkRow[], options: Partial<BulkRun> = {}) =>
      runJournalled({
        manifest: { path: join(folder, 'manifest.csv'), sha256: '0'.repeat(64), rows },
        journal,
        mode: 'send',
        concurrency: 4,
        isFull: false,
        baseUrl,
        signal: new AbortController().signal,
        connect: async ({ connections: _, ...wishes }) => {
          const timeouts = { headersMs: 3_000 };
          return new EsignClient({
            ...wishes,
            baseUrl,
            apiKey: account.apiKey,
            clock: quickClock,
            timeouts,
          });
        },
        onPlan: async () => undefined,
        onBegin: async () => undefined,
        onEnd: () => undefined,
        ...options,
      }),
    states,
    statuses: async () => (await states()).map(rowStatus),
  };
}

/** A folder with a PDF, an account, and bulk runs over its rows. */
export type BulkTestRun = Awaited<ReturnType<typeof openBulkRun>>;
