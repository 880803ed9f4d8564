import { randomUUID } from 'node:crypto';
import { openEmbeddedStore } from '../../../../../src/service/adapters/postgres/embedded/open-embedded.ts';
import { embeddedOptions } from '../../../../support/database.ts';
import { aDocument, addAccount, aMail, at } from '../../../ports/store-builders.ts';

/** A process of its own that commits documents with a mail each and says which, until it is killed. */
async function main(folder: string): Promise<void> {
  const options = await embeddedOptions(folder);
  const store = await openEmbeddedStore({ ...options, command: 'committing-writer' });
  const accountId = await addAccount(store);
  for (;;) {
    const document = aDocument(accountId, { documentId: randomUUID() });
    const { documentId } = document;
    await store.transaction(async (tx) => {
      await tx.insertDocument(document);
      await tx.queueMail(aMail(), { documentId, signerId: null, at: at() });
    });
    process.stdout.write(`${documentId}\n`);
  }
}

main(process.argv[2] ?? '').catch((error: Error) => {
  process.stderr.write(`${error.name}: ${error.message}\n`);
  process.exitCode = 1;
});
