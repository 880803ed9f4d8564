import { afterAll, beforeAll, expect, test } from 'vitest';

/** Runs SQL directly, without the store. */
export interface RawDatabase {
  query(text: string): Promise<{ rows: Record<string, unknown>[] }>;
  close(): Promise<void>;
}

/** The id of the document that `ROWS` hold. */
const ID = '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11';
/** An account `a`, and a document of its own. */
const ROWS = `
  INSERT INTO accounts (account_id, name, subscription, created_at) VALUES ('a', 'Rao', 'active', now());
  INSERT INTO documents (document_id, account_id, name, status, created_at, updated_at, original_key,
      original_sha256, original_bytes, pages)
    VALUES ('${ID}', 'a', 'Lease', 'PENDING', now(), now(), 'k', 's', 1, '[]');`;
const SEED = `${ROWS}
  INSERT INTO credit_ledger (account_id, credits, at) VALUES ('a', 5, now());
  INSERT INTO orders (order_id, account_id, kind, credits, paise, provider, state, created_at, expires_at)
    VALUES ('ord_1', 'a', 'pack', 10, 236, 'p', 'paid', now(), now());
  INSERT INTO payments VALUES ('pay_1', 'ord_1', 236, now(), now());
  INSERT INTO audit_entries (document_id, seq, at, type, actor, data, previous_hash, hash)
    VALUES ('${ID}', 1, now(), 'document.created', 'system', '{}', '0', '1');
  INSERT INTO audit_personal VALUES ('${ID}', 1, 'data.name', '{}');
  INSERT INTO events (account_id, document_id, event, body, created_at)
    VALUES ('a', '${ID}', 'signer.signed', 'x', now());`;

const entry = (seq: number, columns: string, values: string) =>
  `INSERT INTO audit_entries (document_id, seq, at, type, actor, data, previous_hash, hash, ${columns})
    VALUES ('${ID}', ${seq}, now(), 'link.opened', 'system', '{}', '1', '2', ${values})`;
const charge = (credits: number) =>
  `INSERT INTO credit_ledger (account_id, document_id, credits, at) VALUES ('a', '${ID}', ${credits}, now())`;
const order = (kind: string, credits: number, paise: number) =>
  `INSERT INTO orders (order_id, account_id, kind, credits, paise, provider, state, created_at, expires_at)
    VALUES ('ord_2', 'a', '${kind}', ${credits}, ${paise}, 'p', 'open', now(), now())`;
const invoice = (number: string, [taxable, cgst, sgst, igst]: readonly number[]) =>
  `INSERT INTO invoices (number, series, year, place, kind, account_id, payment_id, issued_at, total_paise,
      taxable_paise, cgst_paise, sgst_paise, igst_paise, content)
    VALUES ('${number}', 'ES', '26-27', 1, 'invoice', 'a', 'pay_1', now(), 236, ${taxable}, ${cgst}, ${sgst}, ${igst}, '{}')`;
const NUMBER = 'ES/26-27/0000001';
const signer = (order: number) =>
  `INSERT INTO signers (signer_id, document_id, signing_order, name, email, phone)
    VALUES ('s${order}', '${ID}', ${order}, 'n', 'e', 'p')`;

/** Constraints of the database itself. `open` opens an empty, migrated one. */
export function verifyGuards(open: () => Promise<RawDatabase>): void {
  let database: RawDatabase | undefined;
  beforeAll(async () => {
    database = await open();
    await database.query(SEED);
  });
  afterAll(async () => {
    await database?.close();
  });
  const ask = async (text: string) => (await database?.query(text))?.rows;

  test.each([
    ['audit_entries', `UPDATE audit_entries SET actor = 'nobody'`],
    ['audit_entries', 'DELETE FROM audit_entries WHERE false'],
    ['audit_entries', 'TRUNCATE audit_entries CASCADE'],
    ['audit_personal', `UPDATE audit_personal SET salted = '{"value":1}'`],
    ['credit_ledger', 'UPDATE credit_ledger SET credits = 500'],
    ['credit_ledger', 'DELETE FROM credit_ledger'],
    ['credit_ledger', 'TRUNCATE credit_ledger'],
    ['events', `UPDATE events SET body = 'y'`],
    ['events', 'DELETE FROM events'],
    ['payments', 'UPDATE payments SET paise = 1'],
    ['payments', 'DELETE FROM payments'],
    ['invoices', `UPDATE invoices SET kind = 'invoice'`],
    ['invoices', 'DELETE FROM invoices WHERE false'],
    ['erasures', `UPDATE erasures SET account_id = 'b'`],
    ['erasures', 'DELETE FROM erasures'],
    ['audit_entries', 'TRUNCATE documents CASCADE'],
    ['credit_balances', 'UPDATE credit_balances SET balance = 500'],
    ['credit_balances', 'DELETE FROM credit_balances'],
    ['credit_balances', 'TRUNCATE credit_balances'],
    ['credit_balances', `INSERT INTO credit_balances VALUES ('b', 5)`],
  ])('%s refuses: %s', async (table, statement) => {
    await expect(ask(statement)).rejects.toThrow(`${table} refuses`);
  });

  test.each([
    ['a charge beyond the balance', charge(-6), 'credit_balances_not_negative'],
    ['an entry of no credits', charge(0), 'credit_ledger_sign'],
    [
      'a charge for no document',
      `INSERT INTO credit_ledger (account_id, credits, at) VALUES ('a', -1, now())`,
      'credit_ledger_sign',
    ],
    ['a pack of nine', order('pack', 9, 236), 'orders_credits'],
    ['a month with credits', order('month', 10, 236), 'orders_credits'],
    ['an order of nothing', order('pack', 10, 0), 'orders_paise'],
    [
      'a second payment of an order',
      `INSERT INTO payments VALUES ('pay_2', 'ord_1', 236, now(), now())`,
      'payments_order',
    ],
    [
      'a second grant of a payment',
      `INSERT INTO credit_ledger (account_id, payment_id, credits, at)
        VALUES ('a', 'pay_1', 1, now()), ('a', 'pay_1', 1, now())`,
      'credit_ledger_bought',
    ],
    [
      'a second mandate that is not over',
      `INSERT INTO mandates VALUES ('mdt_1', 'a', 236, 'p', 's1', 'open', now(), now(), now()),
        ('mdt_2', 'a', 236, 'p', 's2', 'active', now(), now(), now())`,
      'mandates_live',
    ],
    [
      'a mandate of nothing',
      `INSERT INTO mandates VALUES ('mdt_1', 'a', 0, 'p', 's1', 'open', now(), now(), now())`,
      'mandates_paise',
    ],
    ['an invoice that does not add up', invoice(NUMBER, [200, 18, 18, 1]), 'invoices_sum'],
    ['an invoice with unequal halves', invoice(NUMBER, [200, 17, 19, 0]), 'invoices_tax'],
    ['an invoice with both kinds of tax', invoice(NUMBER, [164, 18, 18, 36]), 'invoices_tax'],
    [
      'an invoice with the number of another',
      invoice('ES/26-27/0000002', [200, 18, 18, 0]),
      'invoices_number',
    ],
    [
      'a GSTIN of another state',
      `INSERT INTO billing_profiles VALUES ('a', 'n', 'a', '29', '27AAAAA0000A1Z5', now())`,
      'billing_profiles_gstin',
    ],
    ['a seventh signer', signer(7), 'signers_order_within_limit'],
    ['an unknown status', `UPDATE documents SET status = 'LOST'`, 'documents_status'],
    ['SENT without a time', `UPDATE documents SET status = 'SENT'`, 'documents_sent'],
    [
      'COMPLETED without a time',
      `UPDATE documents SET status = 'COMPLETED', sent_at = now()`,
      'documents_completed',
    ],
    [
      'an entry of version 2 that says where it came from itself',
      entry(2, `v, hashes, ip`, `2, '{}', '192.0.2.7'`),
      'audit_entries_version',
    ],
    ['an entry of version 2 without hashes', entry(2, 'v', '2'), 'audit_entries_version'],
    ['an entry of version 1 with hashes', entry(2, 'hashes', `'{}'`), 'audit_entries_version'],
    [
      'a personal value of no entry',
      `INSERT INTO audit_personal VALUES ('${ID}', 7, 'ip', '{}')`,
      'audit_personal_entry',
    ],
    [
      'a term below three years for completed documents',
      'UPDATE accounts SET keep_completed_days = 1095',
      'accounts_keep_completed',
    ],
    [
      'a second erasure of the same account',
      `INSERT INTO erasures (account_id, requested_at) VALUES ('a', now()), ('a', now())`,
      'erasures_subject',
    ],
    ['half a file', `UPDATE documents SET head_key = 'k'`, 'documents_head'],
    [
      'an unknown subscription',
      `UPDATE accounts SET subscription = 'gold'`,
      'accounts_subscription',
    ],
    [
      'a key that is no SHA-256',
      `INSERT INTO api_keys (hash, account_id, prefix, created_at) VALUES ('x', 'a', 'p', now())`,
      'api_keys_hash',
    ],
    [
      'a delivery without its event',
      `INSERT INTO deliveries (endpoint_id, state, created_at) VALUES ('whe_1', 'done', now())`,
      'deliveries_kind',
    ],
  ])('%s is refused', async (_what, statement, constraint) => {
    await expect(ask(statement)).rejects.toThrow(constraint);
  });

  test('the ledger moves the balance and says what it was after', async () => {
    await ask(charge(-2));
    await expect(ask(charge(-1))).rejects.toThrow('credit_ledger_charge');
    const entries = await ask('SELECT credits, balance_after FROM credit_ledger ORDER BY seq');
    expect(entries).toEqual([
      { credits: 5, balance_after: 5 },
      { credits: -2, balance_after: 3 },
    ]);
    expect(await ask('SELECT balance FROM credit_balances')).toEqual([{ balance: 3 }]);
  });

  test('a personal value can be erased', async () => {
    await ask('DELETE FROM audit_personal');
    expect(await ask('SELECT seq FROM audit_entries')).toEqual([{ seq: 1 }]);
  });

  test('an event goes only once its document was removed', async () => {
    await ask('UPDATE documents SET removed_at = now()');
    await ask('DELETE FROM events');
    expect(await ask('SELECT seq FROM events')).toEqual([]);
  });

  test('the list of documents is read by its index', async () => {
    await ask('SET enable_seqscan = off');
    const plan = await ask(
      `EXPLAIN SELECT * FROM documents WHERE account_id = 'a' ORDER BY created_at DESC, seq DESC LIMIT 20`,
    );
    await ask('RESET enable_seqscan');
    const text = JSON.stringify(plan);
    expect(text).toContain('documents_newest');
    expect(text).not.toContain('Sort');
  });
}
