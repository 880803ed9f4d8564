export type { Answer, SandboxControl, SandboxFault } from './control/operations.ts';
export type {
  ResentDeliveries,
  SandboxDelivery,
  SandboxDeliveryDetail,
  SandboxWebhook,
} from './control/webhook-schemas.ts';

import type { RunningSandbox, SandboxOptions } from './sandbox-options.ts';

export { addressOf, isRunning, openControl } from './control/control-client.ts';
export type { KeepOptions, KeptRegistration } from './control/listener-client.ts';
export { keepRegistered } from './control/listener-client.ts';
export {
  DataFolderInUse,
  OldDataFolder,
  PortInUse,
  SandboxNotRunning,
  SandboxRefused,
} from './control/sandbox-errors.ts';
export type { Registered } from './control/webhook-schemas.ts';
export { API_FAULTS, FAULTS } from './faults.ts';
export type { RunningSandbox, SandboxOptions } from './sandbox-options.ts';
export { lockPath } from './saved-files.ts';

/** Saves and restores a stopped sandbox. Loads the service. */
export const loadSnapshots = () => import('./control/snapshot.ts');

/** Loads the service only now, to keep control quick. Throws DataFolderInUse or PortInUse. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const { startSandbox: start } = await import('./start-sandbox.ts');
  return await start(options);
}
