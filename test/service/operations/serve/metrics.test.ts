import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { openDependencyHealth } from '../../../../src/service/operations/health/dependency-health.ts';
import { openMeters, serveMetrics } from '../../../../src/service/operations/serve/meters.ts';
import type { Metric } from '../../../../src/service/operations/serve/metrics-table.ts';
import { METRICS } from '../../../../src/service/operations/serve/metrics-table.ts';
import type { FileStore } from '../../../../src/service/ports/file-store.ts';
import { buildApp } from '../../../../src/service/web/app.ts';
import {
  ASHA,
  giveConsent,
  openApi,
  requestIn,
  signBy,
} from '../../../support/service/call-service.ts';
import { askedFor } from '../../../support/service/test-authority.ts';
import { openUnreachableStore } from '../../../support/store/interruptible-store.ts';

const { service, user } = await openApi();
const unreachable = openUnreachableStore();
afterAll(() => unreachable.close());

const NOT_AFTER = new Date('2027-01-01T00:00:00Z');
const CERTIFICATES = [{ name: 'seal', notAfter: NOT_AFTER }];

/** Lines without those of the process itself. */
const ours = (text: string): string[] =>
  text.split('\n').filter((line) => line.startsWith('esign_'));

test('a scrape has every metric of the table with its help', async () => {
  const text = await openMeters(service.deps, () => CERTIFICATES).text();
  const all: readonly Metric[] = Object.values(METRICS);
  for (const { name, help, type = 'gauge' } of all) {
    expect(text).toContain(`# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`);
  }
  expect(ours(text)).toContain(
    `esign_certificate_not_after_seconds{certificate="seal"} ${NOT_AFTER.getTime() / 1000}`,
  );
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
});

test('the free share of the files is in the scrape, unless it is unknown', async () => {
  const free = async (files: FileStore) =>
    ours(await openMeters({ ...service.deps, files }, () => []).text())
      .find((line) => line.startsWith('esign_files_free_ratio '))
      ?.split(' ')[1];
  const { files } = service.deps;
  expect(Number(await free(files))).toBe(await files.freeShare());
  expect(await free({ ...files, freeShare: async () => undefined })).toBeUndefined();
  expect(
    await free({ ...files, freeShare: () => Promise.reject(new Error('EIO')) }),
  ).toBeUndefined();
});

test('what is due in the database is in the scrape of any process', async () => {
  await user.send(ASHA);
  const lines = ours(await openMeters(service.deps, () => []).text());
  const due = lines.find((line) => line.startsWith('esign_outbox_due{kind="mail"}'));
  expect(Number(due?.split(' ')[1])).toBeGreaterThan(0);
  expect(lines).toContain('esign_outbox_due{kind="delivery"} 0');
  expect(lines).toContain('esign_answers_oldest_seconds 0');
  expect(lines).toContain('esign_webhook_endpoints{state="failing"} 0');
  expect(lines).toContain('esign_housekeeping_late_seconds 0');
  const bytes = lines.find((line) => line.startsWith('esign_files_bytes '));
  expect(Number(bytes?.split(' ')[1])).toBeGreaterThan(0);
});

test('which authorities fail is in the scrape of any process', async () => {
  const { store } = service.deps;
  const until = (ms: number) => new Date(Date.now() + ms);
  const change = (gateway: string, openUntil: Date | null) =>
    store.changeBreaker(gateway, () => ({ gateway, failedAt: [], openUntil }));
  await change('works', null);
  await change('fails', until(60_000));
  await change('probed', until(-60_000));
  const lines = ours(await openMeters(service.deps, () => []).text());
  expect(lines).toContain('esign_gateway_open{gateway="works"} 0');
  expect(lines).toContain('esign_gateway_open{gateway="fails"} 1');
  expect(lines).toContain('esign_gateway_open{gateway="probed"} 0');
});

test('an answer that is kept and not judged yet counts as one that waits', async () => {
  const { links } = await user.send(ASHA);
  const { txn } = askedFor(requestIn(await giveConsent(service, links[0] ?? '')));
  const origin = { actor: 'authority', ip: null, userAgent: null, requestId: null };
  const at = new Date(Date.now() - 90_000);
  const arrived = { answer: Buffer.from('{}'), at, origin, resumeAt: at };
  await service.deps.store.keepAnswer(txn, arrived);
  const lines = ours(await openMeters(service.deps, () => []).text());
  const waits = lines.find((line) => line.startsWith('esign_answers_oldest_seconds '));
  expect(Number(waits?.split(' ')[1])).toBeGreaterThanOrEqual(90);
  expect(lines).toContain(
    'esign_signature_attempts{gateway="test",state="at_gateway",reason=""} 1',
  );
});

test('how attempts of the last day ended is in the scrape of any process', async () => {
  const { links } = await user.send(ASHA);
  await signBy(service, links[0] ?? '');
  const lines = ours(await openMeters(service.deps, () => []).text());
  expect(lines).toContain('esign_gateway_outcomes{gateway="test",outcome="signed"} 1');
  expect(lines).toContain('esign_gateway_outcomes{gateway="test",outcome="timed_out"} 0');
});

test('a request counts by its route, never by its path', async () => {
  const meters = openMeters(service.deps, () => []);
  const app = buildApp(service.deps, {
    logger: 'silent',
    pageFiles: new URL('file:///nowhere/'),
    onAnswered: meters.observe,
  });
  await app.inject({ url: '/api/v1/documents/some-id', headers: user.account.headers });
  await app.inject('/sign/secret-token');
  await app.close();
  const lines = ours(await meters.text());
  expect(lines).toContain(
    'esign_http_request_duration_seconds_count{route="/api/v1/documents/:documentId",method="GET",status="4xx"} 1',
  );
  expect(lines.join('\n')).not.toMatch(/some-id|secret-token/);
});

test('what fails is counted by what and which it is', async () => {
  const health = openDependencyHealth();
  const host = { dependency: 'timestamps', name: 'timestamps.example.in' } as const;
  for (const reason of ['timeout', null, 'http_503']) health.note(host, reason);
  health.note({ dependency: 'mail', name: '' }, null);
  const meters = openMeters({ ...service.deps, health }, () => []);
  await meters.text();
  expect(ours(await meters.text()).filter((line) => line.startsWith('esign_dependency'))).toEqual([
    'esign_dependency_failing{dependency="timestamps",name="timestamps.example.in"} 1',
    'esign_dependency_failing{dependency="mail",name=""} 0',
    'esign_dependency_failures_total{dependency="timestamps",name="timestamps.example.in"} 2',
    'esign_dependency_failures_total{dependency="mail",name=""} 0',
  ]);
});

test('without the database the process is measured, and nothing is said of what waits', async () => {
  const lines = ours(
    await openMeters({ ...service.deps, store: unreachable }, () => CERTIFICATES).text(),
  );
  expect(lines).toContain('esign_database_connections{state="waiting"} 0');
  expect(
    lines.filter((line) => /outbox|answers|attempts|mails|webhook|housekeeping|bytes/.test(line)),
  ).toEqual([]);
});

test('metrics have a listener of their own, with nothing else on it', async () => {
  const served = await serveMetrics(
    openMeters(service.deps, () => []),
    {
      host: '127.0.0.1',
      port: 0,
    },
  );
  const answer = await fetch(served.url);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(await answer.text()).toContain('esign_outbox_due');
  expect((await fetch(new URL('/livez', served.url))).status).toBe(200);
  for (const path of ['/', '/readyz', '/api/v1/documents'])
    expect((await fetch(new URL(path, served.url))).status).toBe(404);
  await served.close();
});

test('alerts and graphs ask for metrics that exist, with labels that they have', () => {
  const all: readonly Metric[] = Object.values(METRICS);
  const files = ['alerts.yml', 'dashboard.json'].map((file) =>
    readFileSync(new URL(`../../../../docs/monitoring/${file}`, import.meta.url), 'utf8'),
  );
  const asked = files.join('\n').matchAll(/(?<!")\b(esign_\w+)(?:\{([^}]*)\})?/g);
  let count = 0;
  for (const [, name = '', selected = ''] of asked) {
    const metric = all.find((one) => [one.name, `${one.name}_count`].includes(name));
    expect(metric, name).toBeDefined();
    for (const [, label = ''] of selected.matchAll(/(\w+)=~?\\*"/g))
      expect(metric?.labels, name).toContain(label);
    count += 1;
  }
  expect(count).toBeGreaterThanOrEqual(15);
});
