import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { SignerInput } from '../../../src/client/index.ts';
import { EsignClient } from '../../../src/client/index.ts';
import { openControl } from '../../../src/sandbox/index.ts';
import type { SandboxLine, Started, Workplace } from '../cli/built-esign.ts';
import { openWorkplace, startSandboxIn } from '../cli/built-esign.ts';
import { aPdf } from '../pdf/a-pdf.ts';

/** Two invented signers, one with a placement of their own. */
export const ASHA = 'Asha Rao <asha@example.in> 9876543210';
export const ANITA = 'अनिता शर्मा <anita@example.in> 9876501234 @2:72,300,180x120';

/** What the tests look at of a document. */
export interface ShownDocument {
  readonly documentId: string;
  readonly status: string;
  readonly downloadUrl: string | null;
  readonly signers: { readonly hasSigned: boolean; readonly signUrl: string | null }[];
}

/** A workplace with a contract of two pages and a sandbox that serves. */
export interface Office {
  readonly place: Workplace;
  running: Started & { readonly sandbox: SandboxLine };
  path(name: string): string;
  /** The sandbox's test root. */
  root(): string;
  /** Creates a document of the contract, without the command line. */
  createWith(...signers: readonly string[]): Promise<string>;
  /** The same, and sends it. */
  sent(...signers: readonly string[]): Promise<string>;
  /** Signs as who is next, or as everybody, without the command line. */
  sign(documentId: string, how?: { readonly all: true }): Promise<void>;
}

const SIGNER = /^(.+) <(.+)> (\d+)(?: @(\d+):([\d.]+),([\d.]+),(\d+)x(\d+))?$/;

function signerOf(text: string): SignerInput {
  const [, name = '', email = '', phone = '', ...place] = SIGNER.exec(text) ?? [];
  if (place[0] === undefined) return { name, email, phone };
  const [page = 1, x = 0, y = 0, width = 0, height = 0] = place.map(Number);
  const positions = [{ page, x, y, width, height }];
  return { name, email, phone, advanced: { signaturePlacement: { positions } } };
}

/** Opens an office for all tests of a file; it ends after them. */
export async function openOffice(): Promise<Office> {
  const place = await openWorkplace();
  afterAll(() => place.close());
  await writeFile(join(place.folder, 'contract.pdf'), aPdf({ pages: [{}, {}] }));
  const running = await startSandboxIn(place);
  const asSender = async <T>(work: (client: EsignClient) => Promise<T>): Promise<T> => {
    const { baseUrl, apiKey } = office.running.sandbox;
    const client = new EsignClient({ baseUrl, apiKey });
    return await work(client).finally(() => client.close());
  };
  const office: Office = {
    place,
    running,
    path: (name) => join(place.folder, name),
    root: () => join(office.running.sandbox.dataDir, 'test-root.pem'),
    createWith: (...signers) =>
      asSender(async ({ documents }) => {
        const { documentId } = await documents.create(office.path('contract.pdf'));
        await documents.addSigners(documentId, signers.map(signerOf));
        return documentId;
      }),
    async sent(...signers) {
      const documentId = await office.createWith(...signers);
      await asSender(({ documents }) => documents.send(documentId));
      return documentId;
    },
    async sign(documentId, how) {
      const control = await openControl(office.running.sandbox.dataDir);
      await control.sign({ documentId, ...how });
    },
  };
  return office;
}
