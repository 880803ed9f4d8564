import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { DocumentSummary } from '../../../../contract/document.ts';
import { DocumentStatus } from '../../../../contract/document.ts';
import type { SignaturePosition } from '../../../../contract/placement.ts';
import type { PageSize } from '../../../domain/document.ts';
import type { MailNotice } from '../../../domain/outbox.ts';

const Pages = Compile(
  Type.Array(
    Type.Object({
      width: Type.Number(),
      height: Type.Number(),
      rotate: Type.Union([Type.Literal(0), Type.Literal(90), Type.Literal(180), Type.Literal(270)]),
    }),
  ),
);
// Shapes alone: what was stored stays readable when a limit of the contract moves.
const Positions = Compile(
  Type.Array(
    Type.Object({
      page: Type.Integer(),
      x: Type.Number(),
      y: Type.Number(),
      width: Type.Number(),
      height: Type.Number(),
    }),
  ),
);
const StoredMail = Compile(
  Type.Union([
    Type.Object({
      kind: Type.Union([
        Type.Literal('signing-link'),
        Type.Literal('your-turn'),
        Type.Literal('reminder'),
        Type.Literal('completed'),
      ]),
      staleAt: Type.Union([Type.String(), Type.Null()]),
    }),
    Type.Object({ kind: Type.Literal('endpoint-disabled'), endpointId: Type.String() }),
  ]),
);
const Summaries = Compile(
  Type.Object({
    documentId: Type.Array(Type.String()),
    name: Type.Array(Type.String()),
    status: Type.Array(DocumentStatus),
    createdAt: Type.Array(Type.String()),
    total: Type.Array(Type.Integer()),
    signed: Type.Array(Type.Integer()),
  }),
);
const AuditData = Compile(Type.Record(Type.String(), Type.Unknown()));

/** A schema compiled once: this stands in the way of every read. */
interface Shape<T> {
  Check(value: unknown): value is T;
}

function checked<T>(shape: Shape<T>, value: unknown, what: string): T {
  if (shape.Check(value)) return value;
  throw malformed(what);
}

const malformed = (what: string) => new Error(`The database holds malformed ${what}.`);

/** A document's pages, as a jsonb column gave them. @throws {Error} when they are none */
export const readPages = (value: unknown): PageSize[] => checked(Pages, value, 'pages');

/** A signer's rectangles, as a jsonb column gave them. @throws {Error} when they are none */
export const readPositions = (value: unknown): SignaturePosition[] | null =>
  value === null ? null : checked(Positions, value, 'positions');

/** A mail, as a jsonb column gave it. @throws {Error} when it is none */
export const readMail = (value: unknown): MailNotice => checked(StoredMail, value, 'mail');

/** What an audit entry tells, as a json column gave it. @throws {Error} when it is no object */
export const readAuditData = (value: unknown): Record<string, unknown> =>
  checked(AuditData, value, 'audit data');

/** A page of the list, as a json value gave it, column by column. @throws {Error} when it is none */
export function readSummaries(value: unknown): DocumentSummary[] {
  const { documentId, name, status, createdAt, total, signed } = checked(Summaries, value, PAGE);
  return documentId.map((id, index) => ({
    documentId: id,
    name: at(name, index),
    status: at(status, index),
    createdAt: new Date(at(createdAt, index)).toISOString(),
    signers: { total: at(total, index), signed: at(signed, index) },
  }));
}

const PAGE = 'documents';

function at<T>(column: readonly T[], index: number): T {
  const value = column[index];
  if (value === undefined) throw malformed(PAGE);
  return value;
}
