import { customType } from 'drizzle-orm/pg-core';
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

/** JSON that is checked whenever it is read: a row may be old, or changed by hand. */
const checkedJson = <T>(name: string, dataType: 'json' | 'jsonb', shape: Shape<T>) =>
  customType<{ data: T; driverData: unknown }>({
    dataType: () => dataType,
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (value) => checked(shape, value, name),
  })(name);

export const pagesJson = () => checkedJson<readonly PageSize[]>('pages', 'jsonb', Pages);

export const placementsJson = () =>
  checkedJson<readonly PlacedSigner[]>('placements', 'jsonb', Placements);

export const positionsJson = () =>
  checkedJson<readonly SignaturePosition[]>('positions', 'jsonb', Positions);

export const mailJson = () => checkedJson<MailNotice>('mail', 'jsonb', StoredMail);

export const auditDataJson = () => checkedJson<Record<string, unknown>>('data', 'json', AuditData);

export const hashesJson = () => checkedJson<Record<string, string>>('hashes', 'json', Hashes);

/** For statements that are not built from the tables. @throws {Error} when malformed */
export const readMail = (value: unknown): MailNotice => checked(StoredMail, value, 'mail');

/** For values that are gathered from rows. @throws {Error} when malformed */
export const readSalted = (value: unknown): Record<string, SaltedValue> =>
  checked(Salted, value, 'personal values');
