import { NodeTransport } from '../../../src/client/index.ts';
import { verifyTransport } from '../../support/verify-transport.ts';
import { verifyTransportFaults } from '../../support/verify-transport-faults.ts';

verifyTransport((options) => new NodeTransport(options));
verifyTransportFaults((options) => new NodeTransport(options));
