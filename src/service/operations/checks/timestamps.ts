import { createHash, randomBytes } from 'node:crypto';
import type { NamedAuthority } from '../../adapters/proof/in-order.ts';
import { TimestampUnavailable } from '../../ports/timestamp-authority.ts';
import { timestampAuthorities } from '../serve/adapters-of.ts';
import type { DeploymentCheck, Finding } from './check.ts';
import { failed, ok } from './check.ts';

/** Checks that every authority returns a trusted token. */
export const timestampCheck: DeploymentCheck = {
  name: 'timestamps',
  atStart: 'warn',
  run: async (deployment) => {
    const nameOf = (index: number) =>
      deployment.nameOf(['timestamps', 'authorities', String(index), 'url']);
    const asked = timestampAuthorities(deployment).map((one, index) => ask(one, nameOf(index)));
    return await Promise.all(asked);
  },
};

async function ask({ name: host, authority }: NamedAuthority, name: string): Promise<Finding> {
  const digest = createHash('sha256').update(randomBytes(16)).digest();
  try {
    return ok(`${host}: given by ${(await authority.stamp(digest)).authority}`);
  } catch (error) {
    if (!(error instanceof TimestampUnavailable)) throw error;
    const about = `${name}: ${host} gave no valid timestamp: ${error.reason}`;
    return failed(about, `correct ${name}`);
  }
}
