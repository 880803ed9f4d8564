import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll } from 'vitest';
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
  createWith(...signers: readonly string[]): Promise<string>;
  sent(...signers: readonly string[]): Promise<string>;
}

const flagsOf = (signers: readonly string[]) => signers.flatMap((signer) => ['--signer', signer]);

/** Opens an office for all tests of a file; it ends after them. */
export async function openOffice(): Promise<Office> {
  const place = await openWorkplace();
  afterAll(() => place.close());
  await writeFile(join(place.folder, 'contract.pdf'), aPdf({ pages: [{}, {}] }));
  const running = await startSandboxIn(place);
  const office: Office = {
    place,
    running,
    path: (name) => join(place.folder, name),
    root: () => join(office.running.sandbox.dataDir, 'test-root.pem'),
    async createWith(...signers) {
      const { documentId } = await place.json<ShownDocument>('docs', 'create', 'contract.pdf');
      await place.json('signers', 'add', documentId, ...flagsOf(signers));
      return documentId;
    },
    async sent(...signers) {
      const sending = ['send', 'contract.pdf', ...flagsOf(signers), '--yes'];
      return (await place.json<ShownDocument>(...sending)).documentId;
    },
  };
  return office;
}
