import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Adds a migration to a folder of migrations, behind the others. */
export async function addMigration(
  folder: string,
  { name, statements }: { readonly name: string; readonly statements: string },
): Promise<void> {
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(path, 'utf8'));
  const last = journal.entries.at(-1);
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: name });
  await writeFile(path, JSON.stringify(journal));
  await writeFile(join(folder, `${name}.sql`), statements);
}
