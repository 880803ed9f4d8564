import type { RunningSandbox, SandboxOptions } from './sandbox-options.ts';

/** The sandbox's public face: starting one, and steering one that runs elsewhere. */
export type {
  InboxMessage,
  SandboxControl,
  SandboxFault,
  SandboxPages,
  SignedSigner,
} from './control/control-face.ts';
export { openControl } from './control/open-control.ts';
export {
  DataFolderInUse,
  OldDataFolder,
  PortInUse,
  SandboxNotRunning,
  SandboxRefused,
} from './control/sandbox-errors.ts';
export type { KeepOptions, KeptRegistration } from './listeners/keep-registered.ts';
export { keepRegistered } from './listeners/keep-registered.ts';
export type { Registered } from './listeners/listener-face.ts';
export type { RunningSandbox, SandboxOptions } from './sandbox-options.ts';
export type {
  ResentDeliveries,
  SandboxDelivery,
  SandboxDeliveryDetail,
} from './webhooks/delivery-face.ts';
export type { SandboxWebhook } from './webhooks/webhook-face.ts';

/**
 * Starts a sandbox. The service is loaded only here, so that steering one stays quick.
 * @throws {DataFolderInUse} when another process has the data folder open; {PortInUse}
 */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const { startSandbox: start } = await import('./start-sandbox.ts');
  return await start(options);
}
