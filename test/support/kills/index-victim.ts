import { DocumentIndex } from '../../../src/cli/finding/document-index.ts';
import { IndexFile } from '../../../src/cli/finding/index-file.ts';
import type { Document } from '../../../src/client/index.ts';
import { indexedDocument } from '../cli/indexed-document.ts';

/** A process to be killed: keeps changing and saving the index in a folder, and prints `begun` after the first time. */
async function run([folder = '']: readonly string[]): Promise<void> {
  const warn = (text: string) => process.stderr.write(`${text}\n`);
  const index = await DocumentIndex.open({ file: new IndexFile(folder), warn });
  for (let round = 0; ; round += 1) {
    for (let place = 0; place < 40; place += 1)
      index.learn(indexedDocument(place, round) as Document);
    await index.save();
    if (round === 0) process.stdout.write('begun\n');
  }
}

await run(process.argv.slice(2));
