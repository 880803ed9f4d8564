import type { X509Certificate } from 'node:crypto';
import { connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { failureReason } from '../../../network/failure-reason.ts';
import type { Deployment, GatewayCredentials } from '../serve/credentials.ts';
import type { CheckFinding, DeploymentCheck } from './finding.ts';
import { failed, ok, testFindings, validityFindings } from './finding.ts';

const CONNECT_MS = 5_000;
const HTTPS_PORT = 443;
const HTTP_PORT = 80;

/** Connects to a host, with TLS for https. Returns the reason of a failure. */
function reach(url: URL): Promise<string | undefined> {
  const isTls = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port) || (isTls ? HTTPS_PORT : HTTP_PORT);
  return new Promise((resolve) => {
    const socket = isTls
      ? connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }) })
      : connect({ host, port });
    const end = (reason: string | undefined) => {
      resolve(reason);
      socket.destroy();
    };
    socket.setTimeout(CONNECT_MS, () => end('timeout'));
    socket.once(isTls ? 'secureConnect' : 'connect', () => end(undefined));
    socket.on('error', (error) => end(failureReason(error)));
  });
}

/** Names a gateway's settings as they were written. */
const settings =
  ({ nameOf }: Deployment, { path }: GatewayCredentials) =>
  (name: string) =>
    nameOf([...path, name]);

/** Finds TEST certificates in production: signatures would look real but be worthless. */
export const testGatewayCheck: DeploymentCheck = {
  name: 'gateway',
  atStart: 'refuse',
  run: async (deployment) =>
    deployment.credentials.gateways.flatMap((gateway) => testGatewayFindings(deployment, gateway)),
};

function testGatewayFindings(deployment: Deployment, gateway: GatewayCredentials): CheckFinding[] {
  const { asp, espCertificates, roots, chain } = gateway;
  const nameIt = settings(deployment, gateway);
  const { environment } = deployment.config;
  const findings = [
    ...testFindings(nameIt('roots'), roots, environment),
    ...testFindings(nameIt('chain'), chain, environment),
    ...testFindings(nameIt('espCertificates'), espCertificates, environment),
    ...testFindings(nameIt('aspCertificate'), [asp.certificate], environment),
  ];
  if (findings.length > 0) return findings;
  const { id, name } = gateway.settings;
  return [ok(`${id}: signatures of ${name} are ${environment === 'test' ? 'for tests' : 'real'}`)];
}

const isIssuedBy = (one: X509Certificate, issuer: X509Certificate): boolean =>
  one.checkIssued(issuer) && one.verify(issuer.publicKey);

type NameSetting = ReturnType<typeof settings>;

function keyFindings({ asp }: GatewayCredentials, nameIt: NameSetting): CheckFinding[] {
  const [certificate, key] = [nameIt('aspCertificate'), nameIt('aspKey')];
  if (asp.privateKey.asymmetricKeyType !== 'rsa') {
    return [failed(`${key} is not an RSA key`, 'use the key that is registered at the authority')];
  }
  if (asp.certificate.checkPrivateKey(asp.privateKey)) return [];
  return [failed(`${key} is not the key of ${certificate}`, `set ${key} to its key`)];
}

/** Checks keys, pins and roots, and connects. Sends no request, which would use a transaction. */
export const gatewayCheck: DeploymentCheck = {
  name: 'gateway',
  atStart: 'warn',
  run: async (deployment) => {
    const { gateways } = deployment.credentials;
    return (await Promise.all(gateways.map((one) => gatewayFindings(deployment, one)))).flat();
  },
};

async function gatewayFindings(
  deployment: Deployment,
  gateway: GatewayCredentials,
): Promise<CheckFinding[]> {
  const { asp, espCertificates, roots, chain } = gateway;
  const { id, action } = gateway.settings;
  const nameIt = settings(deployment, gateway);
  const now = deployment.clock.now();
  const loose = chain.filter((one) => ![...chain, ...roots].some((ca) => isIssuedBy(one, ca)));
  const { origin } = new URL(action);
  const unreached = await reach(new URL(action));
  const findings = [
    ...keyFindings(gateway, nameIt),
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
      : [failed(`${origin} cannot be reached: ${unreached}`, `set ${nameIt('action')}`)]),
  ];
  return findings.length > 0
    ? findings
    : [ok(`${id}: ${origin} answers; keys and certificates fit`)];
}
