import type { X509Certificate } from 'node:crypto';
import { gatewayOf } from '../credentials.ts';
import type { Deployment } from '../deployment.ts';
import type { DeploymentCheck, Finding } from './check.ts';
import { failed, ok } from './check.ts';
import { reach } from './reach.ts';
import { testFindings, validityFindings } from './validity.ts';

const settings = (deployment: Deployment) => (name: string) =>
  deployment.nameOf(['gateways', '0', name]);

/** TEST certificates of a gateway, in production: signatures would look real and be worth nothing. */
export const testGatewayCheck: DeploymentCheck = {
  name: 'gateway',
  atStart: 'refuse',
  run: async (deployment) => {
    const { config, credentials } = deployment;
    const { asp, espCertificates, roots, chain } = credentials.gateway;
    const nameIt = settings(deployment);
    const { environment } = config;
    const findings = [
      ...testFindings(nameIt('roots'), roots, environment),
      ...testFindings(nameIt('chain'), chain, environment),
      ...testFindings(nameIt('espCertificates'), espCertificates, environment),
      ...testFindings(nameIt('aspCertificate'), [asp.certificate], environment),
    ];
    return findings.length > 0
      ? findings
      : ok(
          `signatures of ${gatewayOf(config).name} are ${environment === 'test' ? 'for tests' : 'real'}`,
        );
  },
};

const isIssuedBy = (one: X509Certificate, issuer: X509Certificate): boolean =>
  one.checkIssued(issuer) && one.verify(issuer.publicKey);

function keyFindings(deployment: Deployment): Finding[] {
  const { asp } = deployment.credentials.gateway;
  const nameIt = settings(deployment);
  const [certificate, key] = [nameIt('aspCertificate'), nameIt('aspKey')];
  if (asp.privateKey.asymmetricKeyType !== 'rsa') {
    return [failed(`${key} is not an RSA key`, 'use the key that is registered at the authority')];
  }
  if (asp.certificate.checkPrivateKey(asp.privateKey)) return [];
  return [failed(`${key} is not the key of ${certificate}`, `set ${key} to its key`)];
}

/** Keys, pins and roots of the gateway, and who answers at its address. A request would spend a transaction: none is made. */
export const gatewayCheck: DeploymentCheck = {
  name: 'gateway',
  atStart: 'warn',
  run: async (deployment) => {
    const { config, credentials, clock } = deployment;
    const { asp, espCertificates, roots, chain } = credentials.gateway;
    const nameIt = settings(deployment);
    const now = clock.now();
    const loose = chain.filter((one) => ![...chain, ...roots].some((ca) => isIssuedBy(one, ca)));
    const { action } = gatewayOf(config);
    const unreached = await reach(new URL(action));
    const findings = [
      ...keyFindings(deployment),
      ...validityFindings(nameIt('aspCertificate'), [asp.certificate], now),
      ...validityFindings(`a certificate in ${nameIt('espCertificates')}`, espCertificates, now),
      ...validityFindings(`a root in ${nameIt('roots')}`, roots, now),
      ...validityFindings(`a certificate in ${nameIt('chain')}`, chain, now),
      ...loose.map(({ subject }) =>
        failed(
          `${nameIt('chain')} has a certificate that no root issued: ${subject.split('\n').at(-1)}`,
          `add its issuer to ${nameIt('roots')} or ${nameIt('chain')}`,
        ),
      ),
      ...(unreached === undefined
        ? []
        : [
            failed(
              `${new URL(action).origin} cannot be reached: ${unreached}`,
              `set ${nameIt('action')}`,
            ),
          ]),
    ];
    return findings.length > 0
      ? findings
      : ok(`${new URL(action).origin} answers; keys and certificates fit`);
  },
};
