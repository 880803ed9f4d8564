import type { OpenidSettings } from '../../members/sign-in/openid-provider.adapter.ts';
import { discover } from '../../members/sign-in/openid-provider.adapter.ts';
import { ProviderFailed } from '../../ports/identity-provider.ts';
import { openidSettings } from '../serve/adapters-of.ts';
import type { DeploymentCheck, Finding } from './check.ts';
import { failed, ok } from './check.ts';

/** Checks that every identity provider publishes its metadata. Nobody is signed in. */
export const signInCheck: DeploymentCheck = {
  name: 'sign-in',
  atStart: 'warn',
  run: async (deployment) => {
    const nameOf = (index: number) =>
      deployment.nameOf(['signIn', 'providers', String(index), 'issuer']);
    const asked = openidSettings(deployment).map((one, index) => ask(one, nameOf(index)));
    return await Promise.all(asked);
  },
};

async function ask(settings: OpenidSettings, name: string): Promise<Finding> {
  const { host } = new URL(settings.issuer);
  try {
    await discover(settings);
    return ok(`${host} is an identity provider`);
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error;
    return failed(`${name}: ${host} cannot be used: ${error.message}`, `correct ${name}`);
  }
}
