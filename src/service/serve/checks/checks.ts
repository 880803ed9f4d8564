import type { DeploymentCheck } from './check.ts';
import { clockCheck, databaseCheck } from './database.ts';
import { filesCheck } from './files.ts';
import { gatewayCheck, testGatewayCheck } from './gateway.ts';
import { installationCheck } from './installation.ts';
import { mailCheck } from './mail.ts';
import { sealCheck } from './seal.ts';
import { signInCheck } from './sign-in.ts';
import { timestampCheck } from './timestamps.ts';
import { tlsCheck } from './tls.ts';

/** All checks of a deployment, in the order of their results. */
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
