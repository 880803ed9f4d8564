import { existsSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { defineConfig } from 'vitest/config';
import type { Reporter } from 'vitest/node';
import { projectTimes } from './project-times.ts';
import { unhandledErrors } from './unhandled-errors.ts';

const report = process.env.ESIGN_TEST_REPORT;
const reports: (['json', { outputFile: string }] | Reporter)[] = report
  ? [['json', { outputFile: report }], unhandledErrors(`${report}.errors`)]
  : [];

const MEMORY = '/dev/shm';
const ROOM_BYTES = 4 * 1024 ** 3;

/** In memory where there is room: tests create many databases of a thousand files each. */
function temporaryFolder(): string {
  const { bavail, bsize } = existsSync(MEMORY) ? statfsSync(MEMORY) : { bavail: 0, bsize: 0 };
  return bavail * bsize > ROOM_BYTES ? MEMORY : tmpdir();
}

const env = { TMPDIR: temporaryFolder() };

/** What cheaper tests show too, tried in slow ways: they run with `long`. */
const slow = [
  'test/pdf/admission/survey.test.ts',
  'test/pdf/**/{page-reader,worker-pool}.test.ts',
  'test/sandbox/**/{fail-api,inbox-pages,opening,snapshot,webhooks}.test.ts',
  'test/service/**/{cut-bodies,every-form,limit-addresses}.test.ts',
  'test/service/**/{search-migration,signature-places}.test.ts',
];
/** They try a part with `npm test`, and all where `ESIGN_TEST_WHOLE` is set. */
const inPart = ['test/service/**/{every-address,http-sender-chaos}.test.ts'];
const whole = { ...env, ESIGN_TEST_WHOLE: '1' };

/** Every interleaving of two requests takes minutes: on PostgreSQL alone. */
const interleaved = ['test/service/core/documents/{races,chronology}.test.ts'];

/** Use cases whose statements the contract of the store does not try on PostgreSQL, and those that meet at locks. */
const stored = [
  'test/service/{core,billing}/**/*.test.ts',
  'test/service/webhooks/{judge-endpoint,manage-endpoints,sealed-secrets.sql}.test.ts',
  'test/service/web/dashboard/{audit,members,*passkeys,sign-in*}.test.ts',
];
/** They open no store, or one in a folder. */
const notStored = [
  'test/service/**/*.rules.test.ts',
  'test/service/core/branding/**',
  'test/service/core/documents/{kill,signature-places}.test.ts',
  'test/service/core/outbox/outbox-crash.test.ts',
];

const project = (name: string, include: string[], options: Record<string, unknown> = {}) => ({
  test: {
    name,
    include,
    root: new URL('..', import.meta.url).pathname,
    disableConsoleIntercept: true,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    ...options,
  },
});

/**
 * `npm test` runs `unit`, `architecture` and `e2e`. `.ci/run` runs all: `endurance` and `long` take minutes, the others need
 * more than Node (PostgreSQL, poppler, qpdf, Chromium).
 */
export default defineConfig({
  test: {
    // Many tests wait for timers, disks and other processes.
    maxWorkers: availableParallelism() + 1,
    reporters: ['default', projectTimes, ...reports],
    projects: [
      project(
        'unit',
        [
          'test/{contract,client,cli,commands,docs,html,languages,locks,network,pdf,service,sandbox,support}/**/*.test.ts',
        ],
        {
          env,
          exclude: [...interleaved, ...slow],
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      ),
      project('postgres', stored, {
        env,
        exclude: notStored,
        isolate: false,
        testTimeout: 120_000,
        hookTimeout: 120_000,
        maxWorkers: 2,
      }),
      project('architecture', ['test/architecture/**/*.test.ts'], { testTimeout: 120_000 }),
      project('e2e', ['test/e2e/**/*.test.ts'], {
        env,
        isolate: false,
        testTimeout: 120_000,
        hookTimeout: 120_000,
      }),
      project('endurance', ['test/endurance/**/*.test.ts'], {
        testTimeout: 600_000,
        hookTimeout: 300_000,
        maxWorkers: 1,
        sequence: { groupOrder: 1 },
      }),
      // Judges or browsers run beside it, with workers of their own
      project('long', ['test/long/**/*.test.ts', ...slow, ...inPart], {
        env: whole,
        isolate: false,
        testTimeout: 300_000,
        hookTimeout: 300_000,
        maxWorkers: 1,
      }),
      project('browser', ['test/browser/**/*.test.ts'], {
        testTimeout: 300_000,
        hookTimeout: 300_000,
      }),
      project('package', ['test/package/**/*.test.ts'], {
        // It imports JSON without saying so
        server: { deps: { inline: [/workflow-parser/] } },
        globalSetup: 'test/support/package/shared-packages.ts',
        testTimeout: 300_000,
        hookTimeout: 300_000,
        maxWorkers: 2,
      }),
      project('soak', ['test/soak/soak.test.ts'], { hookTimeout: 300_000 }),
      project('upgrade', ['test/soak/upgrade.test.ts'], { testTimeout: 300_000 }),
      project('judges', ['test/judges/**/*.test.ts'], {
        testTimeout: 300_000,
        hookTimeout: 300_000,
        maxWorkers: 2,
        exclude: ['test/judges/hostile/**'],
      }),
      // What is measured there needs both cores
      project('hostile', ['test/judges/hostile/**/*.test.ts'], {
        testTimeout: 180_000,
        hookTimeout: 180_000,
        maxWorkers: 1,
        sequence: { groupOrder: 2 },
      }),
    ],
  },
});
