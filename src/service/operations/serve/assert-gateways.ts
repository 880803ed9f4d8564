import type { ServiceDeps } from '../../core/deps.ts';
import { unanswerableBefore } from '../../core/signing/signature.rules.ts';
import { ConfigRefused } from '../config/problem.ts';
import type { Deployment } from './deployment.ts';

/** Every attempt with an answer, or waiting for one, needs its gateway. @throws {ConfigRefused} */
export async function assertGateways(
  { config: { gateways } }: Pick<Deployment, 'config'>,
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
): Promise<void> {
  const live = await store.listLiveGateways(unanswerableBefore(clock.now()));
  const missing = live.filter((gateway) => !gateways.some(({ id }) => id === gateway));
  if (missing.length === 0) return;
  const problems = missing.map((id) => ({
    setting: 'gateways',
    message: `gateways has no "${id}", where signers have begun to sign: their answers could not be read`,
    hint: `add the gateway "${id}" again, as the last one, for another hour at least`,
  }));
  throw new ConfigRefused(problems);
}
