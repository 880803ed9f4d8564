import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Authority } from '../../../src/sandbox/authority/authority.ts';
import { openJournal } from '../../../src/sandbox/authority/authority-journal.ts';
import { openSigningContext } from '../../../src/sandbox/authority/pki/issue-signature.ts';
import { openPki } from '../../../src/sandbox/authority/pki/pki.ts';
import { issuerUrlsAt } from '../../../src/sandbox/authority/pki/serve-pki.ts';
import { openAnswerSigner } from '../../../src/sandbox/authority/requests/answer-signer.ts';
import type { Asp } from '../../../src/sandbox/authority/requests/check-request.ts';
import { sandboxAsp } from '../../../src/sandbox/authority/requests/check-request.ts';
import { createTestPhone } from '../../../src/sandbox/authority/test-phone.ts';
import { createFaults } from '../../../src/sandbox/faults.ts';
import { openClock } from '../../../src/sandbox/saved-state.ts';
import type { GatewayRequest } from '../../../src/service/ports/signing-gateway.ts';
import { removeFolder } from '../remove-folder.ts';
import { seedAuthority, seedOtherAuthority } from '../trust/seed-authority.ts';
import { aGateway, aGatewayRequest, RETURN_URL } from './a-gateway.ts';

/** A folder that is removed after the test. */
export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-test-'));
  onTestFinished(() => removeFolder(folder));
  return folder;
}

const URL_OF_IT = 'http://127.0.0.1:4012';

/** Overrides of the defaults. */
interface AuthorityWishes {
  readonly folder?: string;
  readonly asp?: Partial<Asp>;
  readonly otp?: string;
  /** Keys that differ from the fixed ones. */
  readonly ownKeys?: boolean;
}

/** An authority in its own folder, with the gateway of its registered service. */
export async function anAuthority({ folder, asp, otp, ownKeys }: AuthorityWishes = {}) {
  const dataDir = folder ?? (await aFolder());
  await (ownKeys ? seedOtherAuthority : seedAuthority)(dataDir);
  const clock = await openClock(join(dataDir, 'clock.json'));
  const pki = await openPki(dataDir, clock.now());
  const journal = await openJournal(join(dataDir, 'authority.jsonl'));
  const phone = createTestPhone();
  const faults = createFaults();
  const signing = await openSigningContext(pki, clock, {
    issuerUrls: () => issuerUrlsAt(URL_OF_IT),
  });
  const answers = openAnswerSigner({ signing, clock, faults });
  const registry = [{ ...sandboxAsp(pki.asp.certificate, () => [RETURN_URL]), ...asp }];
  const authority = new Authority({ answers, registry, phone, journal, clock, otp });
  const gateway = aGateway(pki, clock);
  const request = async (change: Partial<GatewayRequest> = {}) =>
    (await gateway.begin(aGatewayRequest(change))).fields;
  const open = async (change: Partial<GatewayRequest> = {}) =>
    authority.open(await request(change));
  return {
    dataDir,
    clock,
    pki,
    tsa: signing.tsa,
    faults,
    phone,
    journal,
    authority,
    gateway,
    request,
    open,
  };
}
