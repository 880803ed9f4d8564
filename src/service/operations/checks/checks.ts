import { DatabaseRefused } from '../../store/database-refused.ts';
import { ConfigRefused } from '../config/problem.ts';
import { assertGateways } from '../serve/assert-gateways.ts';
import { openInstallation } from '../serve/open-installation.ts';
import type { DeploymentCheck, Finding } from './check.ts';
import { failed, ok } from './check.ts';
import { clockCheck, databaseCheck } from './database.ts';
import { filesCheck } from './files.ts';
import { gatewayCheck, testGatewayCheck } from './gateway.ts';
import { mailCheck } from './mail.ts';
import { sealCheck } from './seal.ts';
import { signInCheck } from './sign-in.ts';
import { timestampCheck } from './timestamps.ts';
import { tlsCheck } from './tls.ts';

/** Fixes when the parts of a deployment do not belong together. */
const NEXT: Readonly<Record<string, string>> = {
  SchemaBehind: 'esign admin migrate',
  InstallationMismatch: 'esign admin init makes a new installation',
};

/** Checks that schema, files, keys and public URL match, and that every stored secret opens. */
const installationCheck: DeploymentCheck = {
  name: 'installation',
  atStart: 'opening',
  run: async (deployment): Promise<Finding | Finding[]> => {
    try {
      const opened = await openInstallation(deployment, 'existing');
      const { installation, close } = opened;
      await assertGateways(deployment, opened).finally(close);
      return ok(`${installation.id}; every secret opens`);
    } catch (error) {
      if (error instanceof ConfigRefused)
        return error.problems.map(({ message, hint }) => failed(message, hint));
      if (!(error instanceof Error)) throw error;
      // Reported by the database check.
      if (error instanceof DatabaseRefused && error.reason === 'unreachable') return [];
      const next = NEXT[error.name] ?? 'correct the settings of database and files';
      return failed(error.message.replace(/\.$/, ''), next);
    }
  },
};

export const CHECKS: readonly DeploymentCheck[] = [
  sealCheck,
  tlsCheck,
  databaseCheck,
  clockCheck,
  filesCheck,
  installationCheck,
  testGatewayCheck,
  gatewayCheck,
  timestampCheck,
  mailCheck,
  signInCheck,
];
