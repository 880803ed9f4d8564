import type { DeploymentCheck } from './check.ts';
import { failed, ok } from './check.ts';
import { validityFindings } from './validity.ts';

/** Checks key and validity of the service's own certificate, but not its issuer. */
export const tlsCheck: DeploymentCheck = {
  name: 'tls',
  atStart: 'refuse',
  run: async ({ credentials: { tls }, clock, nameOf }) => {
    if (tls === undefined) return [];
    const [name, key] = [nameOf(['http', 'tls', 'certificate']), nameOf(['http', 'tls', 'key'])];
    if (!tls.certificate.checkPrivateKey(tls.privateKey)) {
      const next = `set ${key} to the key of the first certificate in ${name}`;
      return failed(`${key} is not the key of ${name}`, next);
    }
    const all = [tls.certificate, ...tls.chain];
    const found = validityFindings(`a certificate of ${name}`, all, clock.now());
    return found.length > 0 ? found : ok('the service speaks HTTPS with its certificate');
  },
};
