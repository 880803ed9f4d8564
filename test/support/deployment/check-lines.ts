import type { DeploymentCheck } from '../../../src/service/operations/checks/finding.ts';
import { runChecks } from '../../../src/service/operations/checks/finding.ts';
import { aFolder, anAuthority } from '../service/an-authority.ts';
import { aDeployment } from './a-deployment.ts';

type Wishes = NonNullable<Parameters<typeof aDeployment>[2]>;

/** The lines of a check of a deployment. */
export async function linesOf(check: DeploymentCheck, wishes: Wishes = {}): Promise<string[]> {
  const { pki } = await anAuthority();
  const folder = await aFolder();
  const results = await runChecks([check], await aDeployment(folder, pki, wishes));
  return results.map(({ state, about, next }) =>
    `${state}: ${about}${next === null ? '' : ` (${next})`}`.replaceAll(`${folder}/`, ''),
  );
}

export const replaced = (from: string, to: string) => (text: string) => text.replace(from, to);
export const inProduction = replaced('environment = "test"', '');
