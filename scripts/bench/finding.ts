import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EsignClient } from '../../src/client/index.ts';
import { BIN } from '../demo/shell.ts';
import { cleanEnvironment } from './measure.ts';
import { pdfOfSize } from './pdf-of-size.ts';
import { milliseconds, report } from './report.ts';

const run = promisify(execFile);

const DOCUMENTS = 3_000;
const LANES = 8;
const KB = 1024;
const SOUGHT = { name: 'Kavya Nair', email: 'kavya@example.in', phone: '9876500001' };

interface Sandbox {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Creates documents with two signers each; the sought customer signs one in their midst. Returns its id. */
async function fill({ baseUrl, apiKey }: Sandbox, sign: (id: string) => Promise<unknown>) {
  const client = new EsignClient({ baseUrl, apiKey });
  const data = pdfOfSize(4 * KB);
  const create = async (place: number, signers: readonly (typeof SOUGHT)[]) => {
    const file = { data, name: `Rent agreement ${place}.pdf` };
    const { documentId } = await client.documents.create(file);
    await client.documents.addSigners(documentId, signers);
    // An account may have 2,000 drafts
    if (place % 2 === 0) await client.documents.send(documentId);
    return documentId;
  };
  const people = (place: number) =>
    ['Asha Rao', 'Ravi Kumar'].map((name) => ({
      ...{ name: `${name} ${place}`, phone: '9876543210' },
      email: `customer${place}@example.in`,
    }));
  const places = Array.from({ length: DOCUMENTS }, (_, place) => place).values();
  let sought = '';
  const lane = async () => {
    for (const place of places) {
      const isSought = place === DOCUMENTS / 2;
      const id = await create(place, isSought ? [SOUGHT] : people(place));
      if (isSought) sought = id;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await sign(sought);
  client.close();
  return sought;
}

/** The commands that a person types: find the customer's document, then save its certificate. Times in milliseconds. */
async function search(folder: string, { baseUrl, apiKey }: Sandbox) {
  const env = cleanEnvironment({ ESIGN_CONFIG_DIR: join(folder, 'support') });
  await mkdir(join(folder, 'support'), { recursive: true });
  const profiles = { support: { baseUrl, apiKey } };
  const settings = JSON.stringify({ current: 'support', profiles });
  await writeFile(join(folder, 'support', 'config.json'), settings);
  const timed = async (...args: string[]) => {
    const startedAt = performance.now();
    const { stdout } = await run(process.execPath, [BIN, ...args], { cwd: folder, env });
    return { ms: performance.now() - startedAt, stdout };
  };
  const first = await timed('docs', 'find', 'kavya', '--json');
  const { documents, total } = JSON.parse(first.stdout);
  if (total !== 1) throw new Error(`${total} documents were found.`);
  const save = ['certificate', 'download', documents[0].documentId, '-o', 'certificate.pdf'];
  const saved = await timed(...save, '--force');
  const again = await timed('docs', 'find', 'kavya@example.in');
  const all = await timed(
    'certificate',
    'download',
    '--all-of',
    'kavya',
    '-o',
    'again.pdf',
    '--force',
  );
  return { first: first.ms, saved: saved.ms, again: again.ms, all: all.ms };
}

function tell(title: string, times: Awaited<ReturnType<typeof search>>): void {
  report(title, [
    { what: 'first find, which reads every document', value: milliseconds(times.first) },
    { what: 'certificate download of what was found', value: milliseconds(times.saved) },
    { what: 'both', value: milliseconds(times.first + times.saved), goal: '30 s' },
    { what: 'another find', value: milliseconds(times.again) },
    { what: 'certificate download --all-of', value: milliseconds(times.all) },
  ]);
}

/** A customer's certificate among 3,000 documents in a sandbox on this machine. */
export async function benchFinding(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-bench-'));
  const env = cleanEnvironment({ ESIGN_CONFIG_DIR: join(folder, 'config') });
  const place = ['--port', '0', '--data-dir', join(folder, 'data')];
  const start = ['sandbox', 'start', ...place, '--credits', String(2 * DOCUMENTS), '--json'];
  const child = spawn(process.execPath, [BIN, ...start], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = await once(child.stdout, 'data');
    const sandbox: Sandbox = JSON.parse(String(line));
    const startedAt = performance.now();
    await fill(sandbox, (id) => run(process.execPath, [BIN, 'sandbox', 'sign', id], { env }));
    process.stdout.write(
      `${DOCUMENTS} documents made in ${milliseconds(performance.now() - startedAt)}\n`,
    );
    tell('Finding among 3,000 documents', await search(folder, sandbox));
  } finally {
    child.kill('SIGTERM');
    await once(child, 'close');
    await rm(folder, { recursive: true });
  }
}
