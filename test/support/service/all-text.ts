import type { RawStore } from '../store/raw-store.ts';

/** The text of every row of every table: bytes as text, too. */
export async function allText(
  query: (text: string) => ReturnType<RawStore['query']>,
): Promise<Map<string, string>> {
  const { rows: tables } = await query(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  const texts = new Map<string, string>();
  for (const name of tables.map((row) => String(row.name))) {
    const { rows } = await query(`SELECT * FROM "${name}"`);
    const values = rows.flatMap((row) => Object.values(row));
    const asText = (value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : JSON.stringify(value);
    texts.set(name, values.map(asText).join('\n'));
  }
  return texts;
}
