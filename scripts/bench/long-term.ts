import type { TimestampChoice } from '../../src/sandbox/sandbox-options.ts';
import { callApi, sendTo, startTestSandbox } from '../../test/support/sandbox/a-sandbox.ts';
import { median } from './measure.ts';
import { kilobytes, milliseconds, report } from './report.ts';

const ROUNDS = 7;
const NAMES = Array.from({ length: 6 }, (_, index) => `Test Signer ${index + 1}`);

/** How long all signers took, and the bytes of the signed PDF. */
interface Signed {
  readonly ms: number;
  readonly bytes: number;
}

/** What proof for the long term adds to six signatures, signed in turn with and without it. */
export async function benchLongTerm(): Promise<void> {
  const choices = ['off', 'required'] as const;
  const sandboxes = await Promise.all(choices.map(openSandbox));
  const [off, required] = await signInTurn(sandboxes);
  await Promise.all(sandboxes.map(({ close }) => close()));
  const [plain, proven] = [middle(off), middle(required)];
  report('Proof for the long term: six signers', [
    { what: 'without', value: milliseconds(plain.ms), ratio: kilobytes(plain.bytes) },
    { what: 'with', value: milliseconds(proven.ms), ratio: kilobytes(proven.bytes) },
    {
      what: 'more',
      value: milliseconds(proven.ms - plain.ms),
      ratio: kilobytes(proven.bytes - plain.bytes),
      goal: 'at most 500 ms and 60 kB',
    },
  ]);
}

const openSandbox = (timestamps: TimestampChoice) => startTestSandbox({ timestamps });
type Started = Awaited<ReturnType<typeof openSandbox>>;

const middle = (all: readonly Signed[] = []): Signed => ({
  ms: median(all.map(({ ms }) => ms)),
  bytes: median(all.map(({ bytes }) => bytes)),
});

async function signInTurn(sandboxes: readonly Started[]): Promise<Signed[][]> {
  const results = sandboxes.map((): Signed[] => []);
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [index, started] of sandboxes.entries()) {
      const signed = await signAll(started);
      // The first round warms up
      if (round > 0) results[index]?.push(signed);
    }
  return results;
}

async function signAll({ sandbox, control }: Started): Promise<Signed> {
  const documentId = await sendTo(sandbox, NAMES);
  const startedAt = performance.now();
  await control.sign({ documentId, all: true });
  const { content } = await callApi(sandbox, `/${documentId}`);
  const file = await (await fetch(content.downloadUrl)).arrayBuffer();
  return { ms: performance.now() - startedAt, bytes: file.byteLength };
}
