import { createServer } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { HOUR_MS } from '../../../contract/durations.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { DocumentStore } from '../../store/store.ts';
import type { Load } from '../../store/upkeep/measure.sql.ts';
import type { AnsweredRequest } from '../../web/app.ts';
import type { DependencyHealth } from '../health/dependency-health.ts';
import type { Metric } from './metrics-table.ts';
import { METRICS } from './metrics-table.ts';

export interface KnownCertificate {
  /** Its setting, such as `seal`. */
  readonly name: string;
  readonly notAfter: Date;
}

/** From the time for a cached row to that for the longest certificate, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Measured {
  readonly store: Pick<DocumentStore, 'measure' | 'sumFileBytes'>;
  readonly files: Pick<FileStore, 'freeShare'>;
  readonly health?: Pick<DependencyHealth, 'states'> | undefined;
}

type Gauges = Readonly<Record<Exclude<keyof typeof METRICS, 'requests' | 'failures'>, Gauge>>;

function openGauges(register: Registry): Gauges {
  const { requests: _requests, failures: _failures, ...table } = METRICS;
  const opened = Object.entries<Metric>(table).map(([key, { name, help, labels = [] }]) => [
    key,
    new Gauge({ name, help, labelNames: labels, registers: [register] }),
  ]);
  return Object.fromEntries(opened) as Gauges;
}

export type Meters = ReturnType<typeof openMeters>;

/** Metrics of a process. Shared values are read from the database on each collection. */
export function openMeters(
  { store, files, health }: Measured,
  certificates: () => readonly KnownCertificate[],
) {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const { name, help, labels: labelNames } = METRICS.requests;
  const requests = new Histogram({ name, help, labelNames, buckets: BUCKETS, registers });
  const gauges = openGauges(register);
  const { name: failed, help: about, labels } = METRICS.failures;
  const failures = new Counter({ name: failed, help: about, labelNames: labels, registers });
  const sumBytes = hourly(() => store.sumFileBytes());
  return {
    observe: ({ route, method, status, seconds }: AnsweredRequest): void =>
      requests.observe({ route, method, status: `${Math.trunc(status / 100)}xx` }, seconds),
    /** All current metrics in Prometheus' text format. */
    text: async (): Promise<string> => {
      const load = await store.measure();
      const bytes = await sumBytes();
      const free = await files.freeShare().catch(() => undefined);
      for (const gauge of Object.values(gauges)) gauge.reset();
      showLoad(gauges, load);
      showFigure(gauges.fileBytes, bytes);
      showFigure(gauges.filesFree, free);
      failures.reset();
      for (const { dependency, name, ...state } of health?.states() ?? []) {
        gauges.failing.set({ dependency, name }, Number(state.isFailing));
        failures.inc({ dependency, name }, state.failures);
      }
      for (const { name: certificate, notAfter } of certificates())
        gauges.certificates.set({ certificate }, notAfter.getTime() / 1000);
      return await register.metrics();
    },
    contentType: register.contentType,
  };
}

/** A figure that is not known is not shown. */
function showFigure(gauge: Gauge, value: number | undefined): void {
  if (value === undefined) gauge.remove();
  else gauge.set(value);
}

/** Asks at most hourly, unless that failed: too much is read for every scrape. */
function hourly(ask: () => Promise<number>): () => Promise<number | undefined> {
  let askedAt = Number.NEGATIVE_INFINITY;
  let known: number | undefined;
  return async () => {
    if (performance.now() - askedAt < HOUR_MS) return known;
    known = await ask().catch(() => undefined);
    if (known !== undefined) askedAt = performance.now();
    return known;
  };
}

/** Without the database's part when it is unreachable: stale values would hide that. */
function showLoad(gauges: Gauges, { connections, work }: Load): void {
  for (const [state, count] of Object.entries(connections))
    gauges.connections.set({ state }, count);
  if (!work) {
    gauges.mailsGivenUp.remove();
    gauges.housekeeping.remove();
    gauges.returned.remove();
    return;
  }
  for (const { kind, due, oldestSeconds } of work.outbox) {
    gauges.outboxDue.set({ kind }, due);
    gauges.outboxOldest.set({ kind }, oldestSeconds);
  }
  gauges.mailsGivenUp.set(work.mailsGivenUp);
  for (const [state, count] of Object.entries(work.endpoints))
    gauges.endpoints.set({ state }, count);
  gauges.housekeeping.set(work.housekeepingSeconds);
  gauges.returned.set(work.returnedSeconds);
  showAuthorities(gauges, work);
}

function showAuthorities(gauges: Gauges, work: NonNullable<Load['work']>): void {
  for (const { gateway, state, reason, count } of work.attempts)
    gauges.attempts.set({ gateway, state, reason: reason ?? '' }, count);
  for (const { gateway, signed, left, timedOut, failed } of work.outcomes)
    for (const [outcome, count] of Object.entries({ signed, left, timed_out: timedOut, failed }))
      gauges.outcomes.set({ gateway, outcome }, count);
  for (const { gateway, isOpen } of work.breakers) gauges.breakers.set({ gateway }, Number(isOpen));
}

export interface MetricsPlace {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
}

/**
 * On its own listener, away from the internet, which answers even when the service takes no more
 * connections. @throws {Error} on a taken port
 */
export async function serveMetrics(
  meters: Meters,
  { host, port }: MetricsPlace,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(({ url, method }, response) => {
    if (url === '/livez' && method === 'GET') {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"status":"ok"}');
      return;
    }
    if (url !== '/metrics' || method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    meters.text().then(
      (text) => response.writeHead(200, { 'Content-Type': meters.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(Object.assign(error, { setting: 'metrics' })));
    server.listen(port, host, resolve);
  });
  const bound = server.address();
  const at = typeof bound === 'object' && bound ? bound.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${at}/metrics`,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
