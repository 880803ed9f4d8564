import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { SaltedValue } from '../../../contract/audit-chain.ts';
import type { SignaturePosition } from '../../../contract/placement.ts';
import type { PageSize, PlacedSigner } from '../../core/documents/document.rules.ts';
import type { MailNotice } from '../../core/mails/mail-notice.rules.ts';
import { BILLING_NOTICES } from '../../core/mails/mail-notice.rules.ts';

const Pages = Compile(
  Type.Array(
    Type.Object({
      width: Type.Number(),
      height: Type.Number(),
      rotate: Type.Union([Type.Literal(0), Type.Literal(90), Type.Literal(180), Type.Literal(270)]),
    }),
  ),
);
// Shapes only: stored data stays readable when a limit of the contract changes.
const PositionList = Type.Array(
  Type.Object({
    page: Type.Integer(),
    x: Type.Number(),
    y: Type.Number(),
    width: Type.Number(),
    height: Type.Number(),
  }),
);
const Positions = Compile(PositionList);
const Placements = Compile(
  Type.Array(
    Type.Object({
      signerId: Type.String(),
      signingOrder: Type.Integer(),
      positions: PositionList,
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
        Type.Literal('withdrawn'),
      ]),
      staleAt: Type.Union([Type.String(), Type.Null()]),
    }),
    Type.Object({
      kind: Type.Literal('endpoint-disabled'),
      endpointId: Type.String(),
      failingSince: Type.Optional(Type.String()),
    }),
    Type.Object({ kind: Type.Literal('declined'), userId: Type.Optional(Type.String()) }),
    Type.Object({
      kind: Type.Literal('new-link'),
      aboutSigner: Type.String(),
      userId: Type.Optional(Type.String()),
    }),
    Type.Object({ kind: Type.Literal('sign-in'), signInId: Type.String() }),
    Type.Object({
      kind: Type.Literal('invitation'),
      accountId: Type.String(),
      userId: Type.String(),
    }),
    Type.Object({
      kind: Type.Literal('billing'),
      about: Type.Enum([...BILLING_NOTICES]),
      accountId: Type.String(),
      userId: Type.String(),
    }),
    Type.Object({
      kind: Type.Literal('invoice'),
      accountId: Type.String(),
      number: Type.String(),
      userId: Type.Union([Type.String(), Type.Null()]),
    }),
    Type.Object({ kind: Type.Literal('reply-address'), accountId: Type.String() }),
  ]),
);
const AuditData = Compile(Type.Record(Type.String(), Type.Unknown()));
const Hashes = Compile(Type.Record(Type.String(), Type.String()));
const Salted = Compile(
  Type.Record(
    Type.String(),
    Type.Object({ salt: Type.String(), value: Type.Optional(Type.Unknown()) }),
  ),
);

interface Shape<T> {
  Check(value: unknown): value is T;
}

function checked<T>(shape: Shape<T>, value: unknown, name: string): T {
  if (shape.Check(value)) return value;
  throw new Error(`The database holds malformed ${name}.`);
}

/** @throws {Error} when malformed */
export const readPages = (value: unknown): PageSize[] => checked(Pages, value, 'pages');

/** @throws {Error} when malformed */
export const readPositions = (value: unknown): SignaturePosition[] | null =>
  value === null ? null : checked(Positions, value, 'positions');

/** @throws {Error} when malformed */
export const readPlacements = (value: unknown): PlacedSigner[] | null =>
  value === null ? null : checked(Placements, value, 'placements');

/** @throws {Error} when malformed */
export const readMail = (value: unknown): MailNotice => checked(StoredMail, value, 'mail');

/** @throws {Error} when it is not an object */
export const readAuditData = (value: unknown): Record<string, unknown> =>
  checked(AuditData, value, 'audit data');

/** @throws {Error} when malformed */
export const readHashes = (value: unknown): Record<string, string> =>
  checked(Hashes, value, 'audit hashes');

/** @throws {Error} when malformed */
export const readSalted = (value: unknown): Record<string, SaltedValue> =>
  checked(Salted, value, 'personal values');
