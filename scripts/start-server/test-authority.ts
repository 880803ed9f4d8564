import { join } from 'node:path';
import { Authority } from '../../src/sandbox/authority/authority.ts';
import { openJournal } from '../../src/sandbox/authority/authority-journal.ts';
import { openSigningContext } from '../../src/sandbox/authority/pki/issue-signature.ts';
import type { Pki } from '../../src/sandbox/authority/pki/pki.ts';
import { openPki } from '../../src/sandbox/authority/pki/pki.ts';
import { issuerUrlsAt, timestampUrlAt } from '../../src/sandbox/authority/pki/serve-pki.ts';
import { openAnswerSigner } from '../../src/sandbox/authority/requests/answer-signer.ts';
import { sandboxAsp } from '../../src/sandbox/authority/requests/check-request.ts';
import { serveAuthority } from '../../src/sandbox/authority/serve-authority.ts';
import { createTestPhone } from '../../src/sandbox/authority/test-phone.ts';
import { createFaults } from '../../src/sandbox/faults.ts';

/** The sandbox's TEST authority, served alone. */
export interface TestAuthority {
  readonly pki: Pki;
  readonly url: string;
  readonly timestampUrl: string;
  /** The newest code with a reference; undefined if there is none. */
  readCode(reference: string): string | undefined;
  close(): Promise<void>;
}

/** Starts the authority on loopback; its codes go to `tell`. The first time makes its certificates. */
export async function startTestAuthority(
  folder: string,
  { returnUrl, tell }: { readonly returnUrl: string; readonly tell: (text: string) => void },
): Promise<TestAuthority> {
  const clock = { now: () => new Date() };
  const pki = await openPki(folder, clock.now());
  const journal = await openJournal(join(folder, 'authority.jsonl'));
  const faults = createFaults();
  const kept = createTestPhone();
  const phone = {
    ...kept,
    deliver: (message: Parameters<typeof kept.deliver>[0]) => {
      kept.deliver(message);
      tell(message.text);
    },
  };
  let url = '';
  const signing = await openSigningContext(pki, clock, { issuerUrls: () => issuerUrlsAt(url) });
  const answers = openAnswerSigner({ signing, clock, faults });
  const registry = [sandboxAsp(pki.asp.certificate, () => [returnUrl])];
  const authority = new Authority({ answers, registry, phone, journal, clock });
  const { tsa } = signing;
  const server = await serveAuthority({ authority, clock, faults, pki, tsa, phoneUrl: () => '' });
  url = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    pki,
    url,
    timestampUrl: timestampUrlAt(url),
    readCode: (reference) =>
      kept.messages().findLast((message) => message.reference === reference)?.code,
    close: async () => void (await server.close()),
  };
}
