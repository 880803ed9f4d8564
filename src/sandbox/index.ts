import type { RunningSandbox, SandboxOptions } from './sandbox-options.ts';

/** The sandbox's public API: starting one, and controlling one that runs elsewhere. */
export { API_FAULTS } from './api-faults/api-faults.ts';
export { FAULTS } from './authority/faults.ts';
export type {
  InboxMessage,
  NewAccount,
  ResentLink,
  SandboxControl,
  SandboxFault,
  SandboxPages,
  SandboxSettings,
  SignedSigner,
} from './control/control-api.ts';
export { addressOf, isRunning, openControl } from './control/control-client.ts';
export {
  DataFolderInUse,
  OldDataFolder,
  PortInUse,
  SandboxNotRunning,
  SandboxRefused,
} from './control/sandbox-errors.ts';
export type {
  ResentDeliveries,
  SandboxDelivery,
  SandboxDeliveryDetail,
  SandboxWebhook,
} from './control/webhook-api.ts';
export { lockPath } from './data-folder.ts';
export type { Registered } from './listeners/listener-api.ts';
export type { KeepOptions, KeptRegistration } from './listeners/listener-client.ts';
export { keepRegistered } from './listeners/listener-client.ts';
export type { RunningSandbox, SandboxOptions } from './sandbox-options.ts';

/** Loads what saves and restores a stopped sandbox, and the service with it. */
export const loadSnapshots = () => import('./snapshot/snapshot.ts');

/**
 * Starts a sandbox. The service is loaded only here, so that controlling one stays quick.
 * @throws {DataFolderInUse}, {PortInUse}
 */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const { startSandbox: start } = await import('./start-sandbox.ts');
  return await start(options);
}
