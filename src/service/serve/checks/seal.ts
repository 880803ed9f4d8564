import { validatePath } from '../../../pdf/trust/validate-path.ts';
import type { Deployment } from '../deployment.ts';
import type { DeploymentCheck, Finding } from './check.ts';
import { failed, ok } from './check.ts';
import { testFindings, validityFindings } from './validity.ts';

/** Key, chain and validity of the seal: without a good one, no document would ever be completed. */
export const sealCheck: DeploymentCheck = {
  name: 'seal',
  atStart: 'refuse',
  run: async ({ config, credentials, clock, nameOf }) => {
    const { certificate, privateKey, chain } = credentials.seal;
    const name = nameOf(['seal', 'certificate']);
    if (!certificate.checkPrivateKey(privateKey)) {
      const key = nameOf(['seal', 'key']);
      return failed(
        `${key} is not the key of ${name}`,
        `set ${key} to the key of that certificate`,
      );
    }
    const all = [certificate, ...chain];
    const findings = [
      ...testFindings(name, all, config.environment),
      ...validityFindings(`a certificate of the seal`, all, clock.now()),
    ];
    const broken = findings.length > 0 ? [] : chainFindings({ credentials, clock, nameOf });
    return [...findings, ...broken].length > 0
      ? [...findings, ...broken]
      : ok(`sealed by ${subjectOf(certificate.subject)}, with its chain`);
  },
};

/** The common name in a subject, or all of it. */
const subjectOf = (subject: string): string => /^CN=(.*)$/m.exec(subject)?.[1] ?? subject;

function chainFindings({
  credentials: { seal },
  clock,
  nameOf,
}: Pick<Deployment, 'credentials' | 'clock' | 'nameOf'>): Finding[] {
  const roots = seal.chain.filter(({ subject, issuer }) => subject === issuer);
  const name = nameOf(['seal', 'chain']);
  if (roots.length === 0) {
    return [failed(`${name} has no root certificate`, `add the root to ${name}`)];
  }
  const rules = { roots, intermediates: seal.chain, at: clock.now() };
  const judged = validatePath(seal.certificate, rules);
  if (judged.code === 'TRUSTED') return [];
  return [failed(`the seal does not lead to its root: ${judged.message}`, `correct ${name}`)];
}
