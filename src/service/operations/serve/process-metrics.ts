import type { Alert, Metric } from './metrics-table.ts';

/** Graphs of the process's own metrics, by title. */
export const PROCESS_GRAPHS: ReadonlyArray<Pick<Metric, 'name' | 'help' | 'graph'>> = [
  {
    name: 'process_resident_memory_bytes',
    help: 'Memory of each process, in bytes',
    graph: 'process_resident_memory_bytes{job="esign"}',
  },
  {
    name: 'process_cpu_seconds_total',
    help: 'Processors that each process uses; 1 is a whole one',
    graph: 'rate(process_cpu_seconds_total{job="esign"}[5m])',
  },
  {
    name: 'nodejs_eventloop_lag_p99_seconds',
    help: 'Delay of the event loop of each process, 99th percentile, in seconds',
    graph: 'nodejs_eventloop_lag_p99_seconds{job="esign"}',
  },
];

export const PROCESS_ALERTS: readonly Alert[] = [
  {
    name: 'EsignNoProcess',
    expr: 'absent(up{job="esign"} == 1)',
    for: '2m',
    severity: 'page',
    summary: 'No process answers Prometheus: start one, and look at the end of its log',
  },
  {
    name: 'EsignEventLoopLags',
    expr: 'nodejs_eventloop_lag_p99_seconds > 0.5',
    for: '5m',
    severity: 'ticket',
    summary: 'A process is overloaded: add one',
  },
];
