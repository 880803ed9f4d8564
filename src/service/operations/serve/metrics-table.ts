import { AUTHORITY_FAULTS } from '../health/work-faults.rules.ts';

export interface Alert {
  readonly name: string;
  /** PromQL. */
  readonly expr: string;
  /** How long the condition must hold, as Prometheus writes it. */
  readonly for: string;
  readonly severity: 'page' | 'ticket';
  readonly summary: string;
}

export interface Metric {
  readonly name: string;
  /** By default a gauge. */
  readonly type?: 'counter' | 'histogram';
  /** Meaning and unit. */
  readonly help: string;
  /** None by default. Never an account, a document or a person: each value makes its own series. */
  readonly labels?: readonly string[];
  /** PromQL of its graph. */
  readonly graph: string;
  readonly alert?: Alert;
}

/** Everything exported besides the process's own `process_` and `nodejs_` metrics. */
export const METRICS = {
  requests: {
    name: 'esign_http_request_duration_seconds',
    type: 'histogram',
    help: 'Time to answer a request, in seconds',
    labels: ['route', 'method', 'status'],
    graph: 'sum by (status) (rate(esign_http_request_duration_seconds_count[5m]))',
    alert: {
      name: 'EsignServerErrors',
      expr: 'sum(rate(esign_http_request_duration_seconds_count{status="5xx"}[5m])) > 0.1',
      for: '5m',
      severity: 'page',
      summary: 'Requests fail: look for level 50 in the log',
    },
  },
  connections: {
    name: 'esign_database_connections',
    help: 'Connections of the pool: busy, idle, or requests that wait for one',
    labels: ['state'],
    graph: 'sum by (state) (esign_database_connections)',
    alert: {
      name: 'EsignDatabasePoolExhausted',
      expr: 'min_over_time(esign_database_connections{state="waiting"}[2m]) > 0',
      for: '2m',
      severity: 'ticket',
      summary: 'Requests wait for connections: raise database.pool_size or add a process',
    },
  },
  outboxDue: {
    name: 'esign_outbox_due',
    help: 'Mails and deliveries that are due now',
    labels: ['kind'],
    graph: 'max by (kind) (esign_outbox_due)',
  },
  outboxOldest: {
    name: 'esign_outbox_oldest_due_seconds',
    help: 'How long the oldest due mail or delivery has been due, in seconds',
    labels: ['kind'],
    graph: 'max by (kind) (esign_outbox_oldest_due_seconds)',
    alert: {
      name: 'EsignOutboxBehind',
      expr: 'max by (kind) (esign_outbox_oldest_due_seconds) > 120',
      for: '5m',
      severity: 'page',
      summary: 'Mails or deliveries are not sent: is a process running, and the mail server up?',
    },
  },
  mailsGivenUp: {
    name: 'esign_mails_given_up',
    help: 'Mails that were given up in the last 24 hours',
    graph: 'max(esign_mails_given_up)',
    alert: {
      name: 'EsignMailsGivenUp',
      expr: 'max(esign_mails_given_up) > 0',
      for: '0m',
      severity: 'ticket',
      summary: 'A mail server refuses mails: esign admin check names them',
    },
  },
  endpoints: {
    name: 'esign_webhook_endpoints',
    help: 'Webhook endpoints that fail, or were disabled because they failed',
    labels: ['state'],
    graph: 'max by (state) (esign_webhook_endpoints)',
  },
  housekeeping: {
    name: 'esign_housekeeping_late_seconds',
    help: 'How long an attempt to sign that housekeeping ends has been over, in seconds; 0 without one',
    graph: 'max(esign_housekeeping_late_seconds)',
    alert: {
      name: 'EsignHousekeepingStopped',
      expr: 'max(esign_housekeeping_late_seconds) > 12 * 3600',
      for: '10m',
      severity: 'ticket',
      summary:
        'Housekeeping does not run: has a process its role, and does "sweeping failed" stand in the log?',
    },
  },
  fileBytes: {
    name: 'esign_files_bytes',
    help: 'Bytes of all documents that are kept, as recorded; read at most hourly',
    graph: 'max(esign_files_bytes)',
  },
  returned: {
    name: 'esign_answers_oldest_seconds',
    help: 'How long the oldest answer of an authority has waited to be embedded, in seconds; 0 when none waits',
    graph: 'max(esign_answers_oldest_seconds)',
    alert: {
      name: 'EsignAnswersNotEmbedded',
      expr: 'max(esign_answers_oldest_seconds) > 60',
      for: '1m',
      severity: 'page',
      summary: 'Signatures are not embedded: is the timestamp authority up?',
    },
  },
  attempts: {
    name: 'esign_signature_attempts',
    help: 'Attempts to sign that began in the last hour, by what became of them',
    labels: ['gateway', 'state', 'reason'],
    graph: 'max by (gateway, state, reason) (esign_signature_attempts)',
    alert: {
      name: 'EsignAuthorityFails',
      expr: `sum by (gateway) (max by (gateway, reason) (esign_signature_attempts{state="failed",reason=~"${AUTHORITY_FAULTS.join('|')}"})) > 5`,
      for: '0m',
      severity: 'page',
      summary: 'The certifying authority fails: ask it, or change the order of gateways',
    },
  },
  outcomes: {
    name: 'esign_gateway_outcomes',
    help: 'Attempts to sign of the last 24 hours that ended, by outcome: signed, left, timed_out or failed; the panel shows shares',
    labels: ['gateway', 'outcome'],
    graph:
      'max by (gateway, outcome) (esign_gateway_outcomes) / on (gateway) group_left sum by (gateway) (max by (gateway, outcome) (esign_gateway_outcomes))',
  },
  breakers: {
    name: 'esign_gateway_open',
    help: '1 while an authority fails and new attempts go to the next one, else 0',
    labels: ['gateway'],
    graph: 'max by (gateway) (esign_gateway_open)',
  },
  filesFree: {
    name: 'esign_files_free_ratio',
    help: 'Free share of the volume where uploads arrive, from 0 to 1',
    graph: 'min(esign_files_free_ratio)',
    alert: {
      name: 'EsignFilesNearlyFull',
      expr: 'min(esign_files_free_ratio) < 0.15',
      for: '5m',
      severity: 'page',
      summary:
        'The volume of the files fills up: enlarge it before uploads are refused, as limits.free_disk_percent says',
    },
  },
  failing: {
    name: 'esign_dependency_failing',
    help: '1 while the last use of a dependency failed (mail, timestamps, authority, lists, payments, files, sign_in, outbox), else 0',
    labels: ['dependency', 'name'],
    graph: 'max by (dependency, name) (esign_dependency_failing)',
    alert: {
      name: 'EsignDependencyFails',
      expr: 'max by (dependency, name) (esign_dependency_failing) > 0',
      for: '2m',
      severity: 'page',
      summary: 'What the service depends on fails: the log says why, with the words "fails:"',
    },
  },
  failures: {
    name: 'esign_dependency_failures_total',
    type: 'counter',
    help: 'How often the use of a dependency failed',
    labels: ['dependency', 'name'],
    graph: 'sum by (dependency, name) (increase(esign_dependency_failures_total[5m]))',
    alert: {
      name: 'EsignDependencyUnsteady',
      expr: 'sum by (dependency, name) (increase(esign_dependency_failures_total[15m])) > 5',
      for: '0m',
      severity: 'ticket',
      summary: 'What the service depends on fails now and then: ask whoever runs it',
    },
  },
  certificates: {
    name: 'esign_certificate_not_after_seconds',
    help: 'When a certificate of the configuration ends, in seconds since 1970',
    labels: ['certificate'],
    graph: 'min by (certificate) (esign_certificate_not_after_seconds) - time()',
    alert: {
      name: 'EsignCertificateEnds',
      expr: 'min by (certificate) (esign_certificate_not_after_seconds) - time() < 30 * 86400',
      for: '1h',
      severity: 'ticket',
      summary: 'A certificate ends within 30 days: order a new one',
    },
  },
} as const satisfies Readonly<Record<string, Metric>>;

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
