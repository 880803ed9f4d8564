import { randomUUID, X509Certificate } from 'node:crypto';
import { Readable } from 'node:stream';
import type { AuditEntry } from '../../../contract/audit-chain.ts';
import type { AuditRow, CertificateFacts } from '../../../pdf/certificate/completion-evidence.ts';
import { describeEntry } from '../../domain/audit.ts';
import type { AuditReading } from '../../domain/audit-personal.ts';
import { readEntry } from '../../domain/audit-personal.ts';
import type { Document } from '../../domain/document.ts';
import { fileNameOf } from '../../domain/document.ts';
import { assertCompleted } from '../../domain/document-states.ts';
import type { Caller } from '../accounts/authenticate.ts';
import type { ServiceDeps } from '../deps.ts';
import { answerFields, readSignatureFact } from '../signatures/evidence.ts';
import { completionFacts } from './completion-facts.ts';
import { findOwnDocument } from './read-documents.ts';

/** Entries of a trail that are read at once, so that a long one holds up nothing else. */
const ENTRIES_AT_ONCE = 250;

type Deps = Omit<ServiceDeps, 'fonts'>;

/** A sealed completion certificate. */
export interface IssuedCertificate {
  readonly bytes: Buffer;
  /** Not yet safe for a header. */
  readonly fileName: string;
}

/**
 * Makes and seals the completion certificate of a document, with its audit trail (specification, section 4.6). A PDF worker
 * lays it out; the seal's key stays here.
 * @throws {DomainError} `not_found`, or `invalid_state` before completion
 */
export async function issueCertificate(
  deps: Deps,
  request: { readonly caller: Pick<Caller, 'account'>; readonly documentId: string },
): Promise<IssuedCertificate> {
  const document = await findOwnDocument(deps, request);
  assertCompleted(document);
  const name = `documents/${document.documentId}/certificate-${randomUUID()}`;
  const keys = { facts: `${name}.json`, audit: `${name}.jsonl`, to: `${name}.pdf` };
  const answers: Answer[] = [];
  try {
    const known: AuditReading[] = [];
    await deps.files.write(keys.audit, Readable.from(auditLines(deps, document, known)));
    const account = request.caller.account.name;
    const downloads = await deps.store.listDownloads(document.documentId);
    const facts = completionFacts(deps, { document, audit: known, downloads, account });
    await deps.files.write(keys.facts, Buffer.from(JSON.stringify(facts)));
    for await (const answer of answersOf(deps, document, known)) {
      const key = `${name}-${answer.order}.xml`;
      answers.push({ order: answer.order, key });
      await deps.files.write(key, answer.bytes);
    }
    const signed = document.head?.key ?? '';
    const bytes = await seal(deps, { ...keys, signed, answers }, facts);
    return { bytes, fileName: fileNameOf(document, 'certificate') };
  } finally {
    const temporary = [...Object.values(keys), ...answers.map(({ key }) => key)];
    for (const key of temporary) await deps.files.remove(key);
  }
}

/** The authority's answers that led to the signatures. */
async function* answersOf(
  { store, gateway }: Deps,
  { signers }: Document,
  known: readonly AuditReading[],
): AsyncGenerator<{ readonly order: number; readonly bytes: Buffer }> {
  const embedded = known.filter(({ type }) => type === 'signature.embedded');
  for (const { data } of embedded) {
    const { signerId, txn } = readSignatureFact(data);
    const order = signers.find((signer) => signer.signerId === signerId)?.signingOrder;
    const answer = (await store.findAttempt(txn))?.answer;
    if (answer && order) yield { order, bytes: gateway.answerIn(answerFields(answer)) };
  }
}

/** Entries that the facts of a certificate come from. */
const KNOWN = new Set([
  'document.sent',
  'consent.given',
  'otp.verified',
  'signature.embedded',
  'document.completed',
]);

/** Pages of the trail, in order. */
async function* trailOf({ store }: Deps, documentId: string): AsyncGenerator<AuditEntry[]> {
  for (let after = 0; ; ) {
    const entries = await store.readAudit(documentId, { after, limit: ENTRIES_AT_ONCE });
    yield entries;
    const last = entries.at(-1);
    if (!last || entries.length < ENTRIES_AT_ONCE) return;
    after = last.seq;
  }
}

/** A line of JSON for each entry of the trail, with its description. Passes on what the facts need. */
async function* auditLines(
  deps: Deps,
  { documentId, signers }: Document,
  known: AuditReading[],
): AsyncGenerator<Buffer> {
  const orderOf = (id: unknown) => signers.find(({ signerId }) => signerId === id)?.signingOrder;
  // The certificate's list of signers has their names.
  const callOf = (id: string) => {
    const order = orderOf(id);
    return order === undefined ? undefined : `signer ${order}`;
  };
  const lineOf = (entry: AuditEntry) => {
    const { data, erased: _, ...shown } = readEntry(entry);
    const description = describeEntry(entry, callOf);
    const row: AuditRow = { ...shown, description, signer: orderOf(data.signerId), entry };
    return `${JSON.stringify(row)}\n`;
  };
  for await (const entries of trailOf(deps, documentId)) {
    known.push(...entries.filter(({ type }) => KNOWN.has(type)).map(readEntry));
    yield Buffer.from(entries.map(lineOf).join(''));
  }
}

/** The file of an authority's answer. */
interface Answer {
  readonly order: number;
  readonly key: string;
}

interface Keys extends Readonly<Record<'facts' | 'audit' | 'signed' | 'to', string>> {
  readonly answers: readonly Answer[];
}

/** Has the certificate laid out, and signs its hash with the service's key. */
async function seal(
  { files, pdf, seal: own, gateway }: Deps,
  keys: Keys,
  { service, generatedAt }: CertificateFacts,
): Promise<Buffer> {
  const placeholder = await pdf.certify({
    facts: await files.localPath(keys.facts),
    audit: await files.localPath(keys.audit),
    signed: await files.localPath(keys.signed),
    answers: await Promise.all(
      keys.answers.map(async ({ order, key }) => ({ order, path: await files.localPath(key) })),
    ),
    to: await files.localPath(keys.to),
    seal: { name: service.name, date: generatedAt, test: gateway.isTest },
  });
  await files.adopt(keys.to);
  const prepared = { ...placeholder, bytes: await files.read(keys.to) };
  const { embedSeal } = await import('../../../pdf/certificate/certificate.ts');
  return embedSeal(prepared, {
    certificate: new X509Certificate(own.certificate),
    privateKey: own.privateKey,
    chain: own.chain.slice(0, -1).map((der) => new X509Certificate(der)),
  });
}
