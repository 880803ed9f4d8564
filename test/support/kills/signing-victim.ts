import { startPdfWorkers } from '../../../src/pdf/admission/workers.ts';
import type { KeyCaller } from '../../../src/service/core/accounts/authenticate.ts';
import { findCaller, hashApiKey } from '../../../src/service/core/accounts/authenticate.ts';
import { resumeSignatures } from '../../../src/service/core/signing/resume-signatures.ts';
import { openEmbeddedStore } from '../../../src/service/store/embedded/open-embedded.ts';
import type { SigningWorld } from '../service/signing-world.ts';
import { aDraft, openSigningWorld, send, signAs } from '../service/signing-world.ts';

const SIGNERS = 2;
const STREAMS = 2;

/** Says what is done; whoever reads it may rely on it. */
const say = (...words: readonly string[]) => process.stdout.write(`${words.join(' ')}\n`);

/** Sends and signs documents, one after another, for as long as the process lives. */
async function work(world: SigningWorld, caller: KeyCaller): Promise<never> {
  for (;;) {
    const documentId = await aDraft(world, caller, SIGNERS);
    const { signers } = await send(world.deps, caller, documentId);
    say('sent', documentId);
    for (const { signerId } of signers) {
      const problem = await signAs(world, signerId);
      if (problem !== null) throw new Error(problem);
      say('signed', documentId, signerId);
    }
  }
}

/**
 * A process to be killed: opens the service's parts in a folder, resumes what was interrupted, prints `ready`, then
 * works. Arguments: the folder, the migrations, the PDF worker, the key of an account, the seal key in hexadecimal.
 */
async function run([
  folder = '',
  migrations = '',
  worker = '',
  apiKey = '',
  seal = '',
]: readonly string[]) {
  const store = await openEmbeddedStore({
    folder: `${folder}/database`,
    migrations: new URL(migrations),
    sealKey: Buffer.from(seal, 'hex'),
  });
  const pdf = startPdfWorkers({ script: new URL(worker), size: 1 });
  const world = await openSigningWorld(folder, { store, pdf });
  await resumeSignatures(world.deps);
  const caller = await findCaller(world.deps, hashApiKey(apiKey));
  say('ready');
  await Promise.all(Array.from({ length: STREAMS }, () => work(world, caller)));
}

run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  // What is open would keep the process alive.
  process.exit(1);
});
