import type { AuditEntry } from '../../../contract/audit-chain.ts';
import type { AuditRow, CertificateFacts } from '../../../pdf/certificate/completion-evidence.ts';
import type { LocalFolder } from '../../ports/file-store.ts';
import type { Account } from '../accounts/account.rules.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Document } from '../documents/document.rules.ts';
import { fileNameOf } from '../documents/document.rules.ts';
import { assertCompleted } from '../documents/document-states.rules.ts';
import { findOwnDocument } from '../documents/read-documents.ts';
import { DomainError } from '../domain-error.rules.ts';
import { findVisit } from '../links/signing-view.ts';
import type { Caller } from '../permissions.rules.ts';
import { answerFields, readSignatureFact } from '../signing/evidence.ts';
import { describeEntry } from './audit.rules.ts';
import type { AuditReading } from './audit-personal.rules.ts';
import { readEntry } from './audit-personal.rules.ts';
import { chooseSeal } from './choose-seal.rules.ts';
import { completionFacts } from './completion-facts.ts';

/** Undefined before completion, or for a link that doesn't open the document. */
export async function issueSignersCertificate(
  deps: ServiceDeps,
  token: string,
): Promise<IssuedCertificate | undefined> {
  const visit = await findVisit(deps, token);
  if (!visit?.sender || visit.document.status !== 'COMPLETED') return undefined;
  return await certify(deps, visit.document, visit.sender.name);
}

/** Trail entries per query, so that a long trail doesn't block others. */
const ENTRIES_AT_ONCE = 250;

type Deps = Omit<ServiceDeps, 'fonts'>;

export interface IssuedCertificate {
  readonly bytes: Buffer;
  /** Not yet safe for a header. */
  readonly fileName: string;
}

type CertificateAsker = Caller & { readonly account: Pick<Account, 'name'> };

/** Specification, section 4.6. @throws {DomainError} `not_found`, or as `certify` */
export async function issueCertificate(
  deps: Deps,
  caller: CertificateAsker,
  documentId: string,
): Promise<IssuedCertificate> {
  return await certify(deps, await findOwnDocument(deps, caller, documentId), caller.account.name);
}

/**
 * A PDF worker lays out the certificate; only its hash is signed.
 * @throws {DomainError} `invalid_state` before completion, or `internal_error` when no seal is
 * valid
 * @throws {PdfWorkersBusy} when the account has reached a limit
 */
async function certify(
  deps: Deps,
  document: Document,
  account: string,
): Promise<IssuedCertificate> {
  assertCompleted(document);
  const bytes = await deps.files.withFolder(async (folder) => {
    const known: AuditReading[] = [];
    const lines = auditLines(deps, document, known);
    const audit = await folder.write('audit.jsonl', lines);
    const downloads = await deps.store.listDownloads(document.documentId);
    const facts = completionFacts(deps, { document, audit: known, downloads, account });
    const answers: IssuedAnswer[] = [];
    for await (const { order, bytes } of answersOf(deps, document, known)) {
      answers.push({ order, path: await folder.write(`answer-${order}.xml`, bytes) });
    }
    return await seal(deps, folder, { document, audit, answers, facts });
  });
  return { bytes, fileName: fileNameOf(document, 'certificate') };
}

async function* answersOf(
  { store, gateways: [reader] }: Deps,
  { signers }: Document,
  known: readonly AuditReading[],
): AsyncGenerator<{ readonly order: number; readonly bytes: Buffer }> {
  const embedded = known.filter(({ type }) => type === 'signature.embedded');
  for (const { data } of embedded) {
    const { signerId, txn } = readSignatureFact(data);
    const order = signers.find((signer) => signer.signerId === signerId)?.signingOrder;
    const answer = (await store.findAttempt(txn))?.answer;
    if (answer && order) yield { order, bytes: reader.answerIn(answerFields(answer)) };
  }
}

const KNOWN = new Set([
  'file.hashed',
  'document.sent',
  'consent.given',
  'otp.requested',
  'otp.verified',
  'signature.embedded',
  'document.completed',
  'evidence.renewed',
]);

async function* trailOf({ store }: Deps, documentId: string): AsyncGenerator<AuditEntry[]> {
  for (let after = 0; ; ) {
    const entries = await store.readAudit(documentId, { after, limit: ENTRIES_AT_ONCE });
    yield entries;
    const last = entries.at(-1);
    if (!last || entries.length < ENTRIES_AT_ONCE) return;
    after = last.seq;
  }
}

/** A JSON line per entry, with its description. Adds entries for the facts to `known`. */
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

interface IssuedAnswer {
  readonly order: number;
  readonly path: string;
}

/** `audit` is a path. */
interface Contents {
  readonly document: Document;
  readonly audit: string;
  readonly answers: readonly IssuedAnswer[];
  readonly facts: CertificateFacts;
}

async function seal(
  { files, pdf, seals, gateways: [{ isTest: test }] }: Deps,
  folder: LocalFolder,
  { document: { accountId, head }, audit, answers, facts }: Contents,
): Promise<Buffer> {
  const own = chooseSeal(seals, new Date(facts.generatedAt));
  if (!own) throw new DomainError('internal_error', "None of the service's seals is valid now.");
  const factsPath = await folder.write('facts.json', Buffer.from(JSON.stringify(facts)));
  const { service, generatedAt: date } = facts;
  const to = folder.path('certificate.pdf');
  const placed = { facts: factsPath, audit, answers, to };
  const shown = { name: service.name, date, test };
  const certify = (signed: string) =>
    pdf.certify({ ...placed, signed, seal: shown }, { owner: accountId });
  const placeholder = await files.withLocalCopy(head?.key ?? '', certify, head ?? undefined);
  const prepared = { ...placeholder, bytes: await folder.read('certificate.pdf') };
  const { embedSeal } = await import('../../../pdf/certificate/certificate.ts');
  return await embedSeal(prepared, { ...own, chain: own.chain.slice(0, -1) });
}
