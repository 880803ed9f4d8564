import type { Gauge } from 'prom-client';
import { Counter, collectDefaultMetrics, Gauge as GaugeOf, Histogram, Registry } from 'prom-client';
import { HOUR_MS } from '../../../contract/durations.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { DocumentStore } from '../../store/store.ts';
import type { Load } from '../../store/upkeep/measure.sql.ts';
import type { AnsweredRequest } from '../../web/app.ts';
import type { DependencyHealth, DependencyState } from '../health/dependency-health.ts';
import type { Metric } from './metrics-table.ts';
import { METRICS } from './metrics-table.ts';

export interface KnownCertificate {
  /** Its setting, such as `seal`. */
  readonly name: string;
  readonly notAfter: Date;
}

export interface Meters {
  observe(request: AnsweredRequest): void;
  /** All current metrics in Prometheus' text format. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** From the time for a cached row to that for the longest certificate, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface Measured {
  readonly store: Pick<DocumentStore, 'measure' | 'sumFileBytes'>;
  readonly files: Pick<FileStore, 'freeShare'>;
  readonly health?: Pick<DependencyHealth, 'states'> | undefined;
}

/** Metrics of a process. Shared values are read from the database on each collection. */
export function openMeters(
  { store, files, health }: Measured,
  certificates: () => readonly KnownCertificate[],
): Meters {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const gauge = ({ name, help, labels }: Metric) =>
    new GaugeOf({ name, help, labelNames: [...labels], registers: [register] });
  const { name, help, labels } = METRICS.requests;
  const requests = new Histogram({
    ...{ name, help, labelNames: labels, buckets: BUCKETS },
    registers: [register],
  });
  const gauges = {
    connections: gauge(METRICS.connections),
    outboxDue: gauge(METRICS.outboxDue),
    outboxOldest: gauge(METRICS.outboxOldest),
    mailsGivenUp: gauge(METRICS.mailsGivenUp),
    endpoints: gauge(METRICS.endpoints),
    housekeeping: gauge(METRICS.housekeeping),
    returned: gauge(METRICS.returned),
    attempts: gauge(METRICS.attempts),
    outcomes: gauge(METRICS.outcomes),
    breakers: gauge(METRICS.breakers),
  };
  const ends = gauge(METRICS.certificates);
  const filesFree = gauge(METRICS.filesFree);
  const fileBytes = gauge(METRICS.fileBytes);
  const sumBytes = hourly(() => store.sumFileBytes());
  const showHealth = healthMeters(gauge(METRICS.failing), counter(register, METRICS.failures));
  return {
    observe: ({ route, method, status, seconds }) =>
      requests.observe({ route, method, status: `${Math.trunc(status / 100)}xx` }, seconds),
    text: async () => {
      show(gauges, await store.measure());
      showFigure(fileBytes, await sumBytes());
      showHealth(health?.states() ?? []);
      showFigure(filesFree, await files.freeShare().catch(() => undefined));
      for (const { name: certificate, notAfter } of certificates())
        ends.set({ certificate }, notAfter.getTime() / 1000);
      return await register.metrics();
    },
    contentType: register.contentType,
  };
}

const counter = (register: Registry, { name, help, labels }: Metric) =>
  new Counter({ name, help, labelNames: [...labels], registers: [register] });

/** A figure that is not known is not shown. */
function showFigure(gauge: Gauge, value: number | undefined): void {
  if (value === undefined) gauge.remove();
  else gauge.set(value);
}

function healthMeters(failing: Gauge, failures: Counter) {
  return (states: readonly DependencyState[]): void => {
    failures.reset();
    for (const { dependency, name, ...state } of states) {
      failing.set({ dependency, name }, Number(state.isFailing));
      failures.inc({ dependency, name }, state.failures);
    }
  };
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

/** Not read at every collection from the database. */
type OwnMetric = 'fileBytes' | 'requests' | 'failing' | 'failures' | 'certificates' | 'filesFree';
type Gauges = Readonly<Record<Exclude<keyof typeof METRICS, OwnMetric>, Gauge>>;

/** Without the database's part when it is unreachable: stale values would hide that. */
function show(gauges: Gauges, { connections, work }: Load): void {
  for (const gauge of Object.values(gauges)) gauge.reset();
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
