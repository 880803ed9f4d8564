import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { sandboxAsp } from '../../src/sandbox/authority/asp-registry.ts';
import { openJournal } from '../../src/sandbox/authority/journal.ts';
import { openAuthority } from '../../src/sandbox/authority/open-authority.ts';
import { openPki } from '../../src/sandbox/authority/pki.ts';
import { createTestPhone } from '../../src/sandbox/authority/test-phone.ts';
import { openClock } from '../../src/sandbox/clock.ts';
import type { GatewayRequest } from '../../src/service/ports/signing-gateway.ts';
import { aGateway, aGatewayRequest } from './a-gateway.ts';

/** A folder that is gone once the test is over. */
export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** An authority in a folder of its own, with the gateway of the service that it knows. */
export async function anAuthority(folder?: string) {
  const dataDir = folder ?? (await aFolder());
  const clock = await openClock(join(dataDir, 'clock.json'));
  const pki = await openPki(dataDir, clock.now());
  const journal = await openJournal(join(dataDir, 'authority.jsonl'));
  const phone = createTestPhone();
  const registry = [sandboxAsp(pki.asp.certificate)];
  const authority = openAuthority({ pki, registry, phone, journal, clock });
  const gateway = aGateway(pki, clock);
  const request = async (change: Partial<GatewayRequest> = {}) =>
    (await gateway.begin(aGatewayRequest(change))).fields;
  const open = async (change: Partial<GatewayRequest> = {}) =>
    authority.open(await request(change));
  return { dataDir, clock, pki, phone, journal, authority, gateway, request, open };
}
