import type { Pool } from 'pg';

/** Names and surnames of invented people, in two scripts. */
const FIRST = [
  ...['Asha', 'Ravi', 'Meera', 'Arjun', 'Nandini', 'Farhan', 'Divya', 'Joseph', 'Priya', 'Imran'],
  ...[
    'Sunita',
    'Vikram',
    'Lakshmi',
    'Harpreet',
    'नंदिनी',
    'अनिल',
    'सुनीता',
    'Zoya',
    'Tenzin',
    'Gautam',
  ],
];
const LAST = [
  ...['Rao', 'Das', 'Iyer', 'Khan', 'Singh', 'Patel', 'Nair', 'Bose', 'Joshi', 'Fernandes', 'राव'],
  ...[
    'Kulkarni',
    'Mehta',
    'Reddy',
    'Chatterjee',
    'Ahmed',
    'शर्मा',
    'Menon',
    'Gill',
    'Pillai',
    'Dutta',
  ],
];
const KINDS = ['Offer letter', 'Rent agreement', 'Loan agreement', 'Lease deed', 'किराया अनुबंध'];

/** Fills an empty account with documents of one to three signers, one a minute. Most of them are completed. */
export async function fillDocuments(
  pool: Pool,
  { accountId, count }: { readonly accountId: string; readonly count: number },
): Promise<void> {
  // What a document costs alone is measured by `create`: here the column and its index are made at the end.
  await pool.query('DROP INDEX documents_search');
  await pool.query('ALTER TABLE signers DISABLE TRIGGER signers_searched');
  await pool.query(DOCUMENTS, [accountId, count, KINDS]);
  await pool.query(SIGNERS, [FIRST, LAST]);
  await pool.query('ALTER TABLE signers ENABLE TRIGGER signers_searched');
  await pool.query('UPDATE documents SET search = document_search(document_id, name, external_id)');
  await pool.query('CREATE INDEX documents_search ON documents USING gin (search gin_trgm_ops)');
}

const DOCUMENTS = `
  INSERT INTO documents (document_id, account_id, name, status, created_at, updated_at, sent_at, completed_at,
      withdrawn_at, withdrawal_reason, links_until, external_id, original_key, original_sha256, original_bytes, pages)
    SELECT gen_random_uuid(), $1, ($3::text[])[1 + n % cardinality($3::text[])] || ' ' || n || '.pdf',
        CASE WHEN n % 20 = 0 THEN 'PENDING' WHEN n % 10 < 8 THEN 'COMPLETED' ELSE 'SENT' END,
        at, at, CASE WHEN n % 20 > 0 THEN at END, CASE WHEN n % 20 > 0 AND n % 10 < 8 THEN at END,
        CASE WHEN n % 500 = 499 THEN at END, CASE WHEN n % 500 = 499 THEN 'TEST' END,
        at + interval '30 days', CASE WHEN n % 2 = 0 THEN 'order-' || n END,
        'documents/' || n, repeat('0', 64), 4096, '[]'
      FROM generate_series(1, $2::int) n,
        LATERAL (SELECT timestamptz '2026-11-20 12:00Z' - ($2::int - n) * interval '1 minute') made (at)`;

const SIGNERS = `
  INSERT INTO signers (signer_id, document_id, signing_order, name, email, phone, signed_at, declined_at)
    SELECT 'sgn_' || n || '_' || place, document_id, place, first || ' ' || last,
        'p' || person || '@example.in', '9' || lpad(person::text, 9, '0'),
        completed_at, CASE WHEN n % 500 = 498 AND place = 1 THEN created_at END
      FROM (SELECT document_id, completed_at, created_at, seq AS n FROM documents) d,
        generate_series(1, 1 + (n % 3 + n % 7 / 5)::int) place,
        LATERAL (SELECT (n * 31 + place * 977) % 60000) whose (person),
        LATERAL (SELECT ($1::text[])[1 + person * 7 % cardinality($1::text[])],
          ($2::text[])[1 + person * 13 / 20 % cardinality($2::text[])]) named (first, last)`;
