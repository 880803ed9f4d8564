import { DatabaseRefused } from '../../adapters/postgres/database-refused.ts';
import { openInstallation } from '../open-installation.ts';
import type { DeploymentCheck, Finding } from './check.ts';
import { failed, ok } from './check.ts';

/** What to type when the parts of a deployment do not fit. */
const NEXT: Readonly<Record<string, string>> = {
  SchemaBehind: 'esign admin migrate',
  InstallationMismatch: 'esign admin init makes a new installation',
};

/** Whether schema, files, keys and public URL are those of one installation, and every stored secret opens. */
export const installationCheck: DeploymentCheck = {
  name: 'installation',
  atStart: 'refuse',
  run: async (deployment): Promise<Finding | Finding[]> => {
    try {
      const { installation, store, close } = await openInstallation(deployment, 'existing');
      const unopened = await store.listUnopenedSecrets().finally(close);
      if (unopened.length === 0) return ok(`${installation.id}; every secret opens`);
      const name = deployment.nameOf(['keys', 'sealing']);
      return failed(
        `no key of ${name} opens the webhook secrets of ${unopened.length} endpoints`,
        `add the key that they were encrypted with to ${name}`,
      );
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      // Told as the database's fault.
      if (error instanceof DatabaseRefused && error.reason === 'unreachable') return [];
      const next = NEXT[error.name] ?? 'correct the settings of database and files';
      return failed(error.message.replace(/\.$/, ''), next);
    }
  },
};
