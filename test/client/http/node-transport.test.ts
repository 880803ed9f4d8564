import { NodeTransport } from '../../../src/client/index.ts';
import { verifyTransport } from '../../support/client/verify-transport.ts';
import { verifyTransportFaults } from '../../support/client/verify-transport-faults.ts';

verifyTransport((options) => new NodeTransport(options));
verifyTransportFaults((options) => new NodeTransport(options));
