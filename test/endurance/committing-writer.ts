import { randomUUID } from 'node:crypto';
import { openEmbeddedStore } from '../../src/service/store/embedded/open-embedded.ts';
import { aDocument, addAccount, aMail, at } from '../service/ports/store-builders.ts';

/**
 * A process of its own that commits documents with a mail each and says which, until it is killed. Arguments: the folder,
 * the migrations, a template.
 */
async function main([folder = '', migrations = '', template = '']: readonly string[]) {
  const store = await openEmbeddedStore({
    folder,
    migrations: new URL(migrations),
    template: new URL(template),
    sealKey: Buffer.alloc(32, 7),
    command: 'committing-writer',
  });
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

main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.name}: ${error.message}\n`);
  process.exitCode = 1;
});
