import { expect, test } from 'vitest';
import { buildApp } from '../../../src/service/web/app.ts';
import { openApi } from '../../support/service/call-service.ts';

const { service } = await openApi();

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const PROXY = ['127.0.0.0/8'];

test.each([
  ['a trusted proxy’s', `00-${TRACE}-${PARENT}-01`, PROXY, TRACE],
  ['a later version’s, with more fields,', `01-${TRACE}-${PARENT}-01-more`, PROXY, TRACE],
  ['anybody’s', `00-${TRACE}-${PARENT}-01`, [], undefined],
  ['another network’s', `00-${TRACE}-${PARENT}-01`, ['10.1.0.0/16', '2001:db8::/32'], undefined],
  ['an empty', '', PROXY, undefined],
  ['a forbidden version’s', `ff-${TRACE}-${PARENT}-01`, PROXY, undefined],
  ['an all-zero', `00-${'0'.repeat(32)}-${PARENT}-01`, PROXY, undefined],
  ['a parentless', `00-${TRACE}-${'0'.repeat(16)}-01`, PROXY, undefined],
  ['an upper-case', `00-${TRACE.toUpperCase()}-${PARENT}-01`, PROXY, undefined],
  ['a garbled', `00-${TRACE}-${PARENT}-01x`, PROXY, undefined],
])(
  '%s trace id is logged only if it is valid and a trusted proxy’s',
  async (_whose, traceparent, trustProxy, traceId) => {
    const lines: string[] = [];
    const logger = { level: 'debug', stream: { write: (line: string) => void lines.push(line) } };
    const pageFiles = new URL('file:///nowhere/');
    const app = buildApp(service.deps, { logger, trustProxy, pageFiles });
    await app.inject({ url: '/livez', headers: { traceparent } });
    await app.close();
    expect(lines.map((line) => JSON.parse(line).traceId)).toEqual([traceId]);
  },
);
