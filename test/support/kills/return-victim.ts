import { startPdfWorkers } from '../../../src/pdf/admission/workers.ts';
import { openPostgresStore } from '../../../src/service/store/open-postgres.ts';
import type { SigningWorld } from '../service/signing-world.ts';
import { aSentDocument, beginOk, finish, openSigningWorld } from '../service/signing-world.ts';
import { askedFor } from '../service/test-authority.ts';
import type { StepHooks } from './watch-steps.ts';
import { watchSteps } from './watch-steps.ts';

/** A signature that comes back from the authority and stops for ever at a step. */
async function stopAt(world: SigningWorld, hook: keyof StepHooks, step: string): Promise<void> {
  const { documentId, signerIds } = await aSentDocument(world, 1);
  const request = await beginOk(world.deps, signerIds[0] ?? '');
  const answer = await world.authority.answer(request);
  const stop = ({ name }: { readonly name: string }): Promise<void> | undefined => {
    if (name !== step) return undefined;
    process.stdout.write(`${documentId}\n`);
    return new Promise(() => undefined);
  };
  const deps = watchSteps(world.deps, { [hook]: stop });
  await finish(deps, answer, askedFor(request).txn);
}

/**
 * A process to be killed: prints the ids of two documents, whose answers it has kept, and stored but not embedded. Arguments: the
 * folder, the URL of the database, the migrations, the PDF worker, the seal key in hexadecimal.
 */
async function run(given: readonly string[]) {
  const [folder = '', url = '', migrations = '', worker = '', seal = ''] = given;
  const sealKey = Buffer.from(seal, 'hex');
  const store = await openPostgresStore({ url, migrations: new URL(migrations), sealKey });
  const pdf = startPdfWorkers({ script: new URL(worker), size: 1 });
  const world = await openSigningWorld(folder, { store, pdf });
  await Promise.all([
    stopAt(world, 'after', 'store.keepAnswer'),
    stopAt(world, 'before', 'files.read'),
  ]);
}

run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
});
