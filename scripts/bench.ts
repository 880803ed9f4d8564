import { Command } from 'commander';
import { benchBulk } from './bench/bulk.ts';
import { benchDashboard } from './bench/dashboard.ts';
import { benchDelivery } from './bench/delivery.ts';
import { benchDeployment } from './bench/deployment/deployment.ts';
import { benchStatements } from './bench/deployment/statements.ts';
import { benchFinding } from './bench/finding.ts';
import { benchFirstPage } from './bench/first-page.ts';
import { benchLongTerm } from './bench/long-term.ts';
import { benchPackages } from './bench/packages.ts';
import { benchPageWeight } from './bench/page-weight.ts';
import { benchReads } from './bench/reads.ts';
import { benchReceiver } from './bench/receiver.ts';
import { benchRequests } from './bench/requests.ts';
import { benchSigning } from './bench/signing.ts';
import { benchStartUp } from './bench/start-up.ts';
import { benchVerify } from './bench/verify.ts';

const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  'start-up': benchStartUp,
  reads: benchReads,
  requests: benchRequests,
  bulk: benchBulk,
  finding: benchFinding,
  dashboard: benchDashboard,
  signing: benchSigning,
  'long-term': benchLongTerm,
  receiver: benchReceiver,
  delivery: benchDelivery,
  deployment: benchDeployment,
  statements: benchStatements,
  verify: benchVerify,
  'page-weight': benchPageWeight,
  'first-page': benchFirstPage,
  packages: benchPackages,
};

await new Command('bench')
  .description('measure speed as ratios within this run, and sizes; nothing here passes or fails')
  .argument('[part...]', `some of: ${Object.keys(PARTS).join(', ')}`)
  .action(async (wanted: string[]) => {
    for (const [name, bench] of Object.entries(PARTS)) {
      if (wanted.length === 0 || wanted.includes(name)) await bench();
    }
  })
  .parseAsync();
