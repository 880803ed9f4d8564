import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { stringify } from 'yaml';
import type { Alert, Metric } from '../src/service/operations/serve/metrics-table.ts';
import {
  METRICS,
  PROCESS_ALERTS,
  PROCESS_GRAPHS,
} from '../src/service/operations/serve/metrics-table.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const metrics: readonly Metric[] = Object.values(METRICS);

/** Rules for Prometheus: every alert of the table. */
function alertRules(): string {
  const alerts = [...metrics.flatMap(({ alert }) => alert ?? []), ...PROCESS_ALERTS];
  const ruleOf = ({ name, expr, for: held, severity, summary }: Alert) => ({
    alert: name,
    expr,
    for: held,
    labels: { severity },
    annotations: { summary },
  });
  return stringify({ groups: [{ name: 'esign', rules: alerts.map(ruleOf) }] }, { lineWidth: 0 });
}

const PANEL = { width: 12, height: 8, perRow: 2 };

/** A dashboard for Grafana: a graph for each metric of the table. It asks which Prometheus to read when it is imported. */
function dashboard(): string {
  const panelOf = (
    { name, help, graph }: Pick<Metric, 'name' | 'help' | 'graph'>,
    index: number,
  ) => ({
    id: index + 1,
    type: 'timeseries',
    title: help,
    description: name,
    datasource: { type: 'prometheus', uid: '$datasource' },
    gridPos: {
      x: (index % PANEL.perRow) * PANEL.width,
      y: Math.floor(index / PANEL.perRow) * PANEL.height,
      w: PANEL.width,
      h: PANEL.height,
    },
    targets: [{ refId: 'A', expr: graph }],
  });
  const datasource = { name: 'datasource', type: 'datasource', query: 'prometheus' };
  const board = {
    uid: 'esign',
    title: 'esign',
    schemaVersion: 39,
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [datasource] },
    panels: [...metrics, ...PROCESS_GRAPHS].map(panelOf),
  };
  return `${JSON.stringify(board, null, 2)}\n`;
}

function run({ check }: { check?: boolean }): void {
  const fresh = {
    'docs/monitoring/alerts.yml': alertRules(),
    'docs/monitoring/dashboard.json': dashboard(),
  };
  for (const [file, text] of Object.entries(fresh)) {
    if (!check) writeFileSync(`${root}${file}`, text);
    else if (readFileSync(`${root}${file}`, 'utf8') !== text) {
      process.stderr.write(`${file} is stale. Regenerate it: npm run monitoring\n`);
      process.exitCode = 1;
    }
  }
}

new Command('monitoring')
  .description('write docs/monitoring from the table of metrics')
  .option('--check', 'write nothing; fail when a file is stale')
  .action(run)
  .parse();
