import { expect, test } from 'vitest';
import {
  gatewayCheck,
  testGatewayCheck,
} from '../../../../src/service/operations/checks/check-gateway.ts';
import { SECOND_GATEWAY } from '../../../support/deployment/a-config.ts';
import { pemOf } from '../../../support/deployment/a-deployment.ts';
import { inProduction, linesOf, replaced } from '../../../support/deployment/check-lines.ts';
import { startLocalTcp } from '../../../support/network/local-tcp.ts';
import { anAuthority } from '../../../support/service/an-authority.ts';

/** Where nothing listens. */
const NOBODY = '127.0.0.1:9';

test('a gateway is reached, and its keys and certificates have to fit', async () => {
  const action = new URL(await startLocalTcp((socket) => socket.end())).origin;
  const change = replaced('https://esign.example.in', action);
  expect(await linesOf(gatewayCheck, { change })).toEqual([
    `ok: example: ${action} answers; keys and certificates fit`,
  ]);
  const { pki } = await anAuthority();
  const { pki: other } = await anAuthority({ ownKeys: true });
  const files = { 'asp.key': other.asp.privateKey, 'chain.pem': pemOf(other.subCa.certificate) };
  const chained = (text: string) =>
    change(text).replace('roots = "roots.pem"', 'roots = "roots.pem"\nchain = "chain.pem"');
  expect(await linesOf(gatewayCheck, { change: chained, files })).toEqual([
    'failed: gateways[0].asp_key is not the key of gateways[0].asp_certificate (set gateways[0].asp_key to its key)',
    'failed: gateways[0].chain has a certificate that no root issued: CN=TEST Issuing CA (add its issuer to gateways[0].roots or gateways[0].chain)',
  ]);
  const ec = { 'asp.pem': pemOf(pki.seal.certificate), 'asp.key': pki.seal.privateKey };
  expect(await linesOf(gatewayCheck, { change, files: ec })).toEqual([
    'failed: gateways[0].asp_key is not an RSA key (use the key that is registered at the authority)',
  ]);
});

test('each of several gateways is reached, and has its own lines', async () => {
  const action = new URL(await startLocalTcp((socket) => socket.end())).origin;
  const second = SECOND_GATEWAY.replace('"example"', '"second"')
    .replace('https://esign.example.in', `https://${NOBODY}`)
    .replace('answers.pem', 'more.pem');
  const change = (text: string) =>
    text
      .replace('https://esign.example.in', action)
      .replace('[timestamps]', `${second}[timestamps]`);
  const { pki } = await anAuthority({ ownKeys: true });
  const files = { 'more.pem': pemOf(pki.answer.certificate, pki.asp.certificate) };
  expect(await linesOf(gatewayCheck, { change, files })).toEqual([
    `ok: example: ${action} answers; keys and certificates fit`,
    expect.stringMatching(
      /^failed: https:\/\/127\.0\.0\.1:9 cannot be reached: .+ \(set gateways\[1\]\.action\)$/,
    ),
  ]);
  const production = (text: string) =>
    inProduction(text).replace('[timestamps]', `${second}[timestamps]`);
  const told = await linesOf(testGatewayCheck, { change: production, files });
  expect(told.map((line) => line.split(' is ')[0])).toContain('failed: gateways[1].roots');
});

test('a gateway where nothing answers is told', async () => {
  const change = replaced('https://esign.example.in', `https://${NOBODY}`);
  expect(await linesOf(gatewayCheck, { change })).toEqual([
    expect.stringMatching(
      /^failed: https:\/\/127\.0\.0\.1:9 cannot be reached: connection_refused/,
    ),
  ]);
});
