import { createHash, randomBytes } from 'node:crypto';
import { TimestampUnavailable } from '../../ports/timestamp-authority.ts';
import { timestampsOf } from '../adapters-of.ts';
import type { DeploymentCheck } from './check.ts';
import { failed, ok } from './check.ts';

const NAME = ['timestamps', 'authorities', '0', 'url'];

/** Whether a timestamp can be had, with a trusted token. */
export const timestampCheck: DeploymentCheck = {
  name: 'timestamps',
  atStart: 'warn',
  run: async (deployment) => {
    const authority = timestampsOf(deployment);
    if (authority === undefined) return [];
    const digest = createHash('sha256').update(randomBytes(16)).digest();
    try {
      return ok(`given by ${(await authority.stamp(digest)).authority}`);
    } catch (error) {
      if (!(error instanceof TimestampUnavailable)) throw error;
      const name = deployment.nameOf(NAME);
      return failed(`${name}: no valid timestamp was given: ${error.reason}`, `correct ${name}`);
    }
  },
};
