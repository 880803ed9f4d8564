import type { SigningGateway } from '../../ports/signing-gateway.ts';
import { GatewayMissing } from '../../ports/signing-gateway.ts';
import type { ServiceDeps } from '../deps.ts';
import type { SignatureAttempt } from './signature.rules.ts';

type Deps = Pick<ServiceDeps, 'gateways'>;

/** The gateway of an attempt; undefined if the settings lack it. */
export const findGateway = (
  { gateways }: Deps,
  { gateway: id }: Pick<SignatureAttempt, 'gateway'>,
): SigningGateway | undefined =>
  id === null ? gateways[0] : gateways.find((one) => one.id === id);

/** An attempt's gateway never changes. @throws {GatewayMissing} */
export function gatewayOf(deps: Deps, attempt: SignatureAttempt): SigningGateway {
  const gateway = findGateway(deps, attempt);
  if (gateway) return gateway;
  throw new GatewayMissing(attempt);
}
