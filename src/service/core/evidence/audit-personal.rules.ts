import type { AuditEntry, AuditEntryV2 } from '../../../contract/audit-chain.ts';
import { isRecord } from '../../../contract/is-record.ts';
import type { AuditFields, AuditType } from './audit-fields.rules.ts';
import { AUDIT_FIELDS } from './audit-fields.rules.ts';

type TrailJson = Readonly<Record<string, unknown>>;

const kindOf = (fields: AuditFields, name: string) =>
  (Object.hasOwn(fields, name) && fields[name]) || 'personal';

/** An entry's content, with its personal values by their paths. */
export interface SplitContent {
  readonly data: TrailJson;
  readonly personal: TrailJson;
}

/**
 * Takes personal values out of an entry. Null stays in `data`, but a null `ip` or `userAgent` is
 * left out. Fields unknown to the table are personal.
 */
export function splitPersonal(
  type: AuditType,
  { ip, userAgent, data }: { ip: string | null; userAgent: string | null; data: TrailJson },
): SplitContent {
  const personal: Record<string, unknown> = {
    ...(ip !== null && { ip }),
    ...(userAgent !== null && { userAgent }),
  };
  const takeOut = (record: TrailJson, fields: AuditFields, path: string): TrailJson => {
    const open = Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
      const kind = kindOf(fields, name);
      const place = `${path}.${name}`;
      if (value === null || kind === 'open') return [[name, value]];
      if (isRecord(kind) && isRecord(value)) return [[name, takeOut(value, kind, place)]];
      personal[place] = value;
      return [];
    });
    return Object.fromEntries(open);
  };
  // As it will be read back: dates become text, and undefined values disappear.
  const plain: TrailJson = JSON.parse(JSON.stringify(data));
  return { data: takeOut(plain, AUDIT_FIELDS[type], 'data'), personal };
}

/** An entry with its personal values in place. */
export interface AuditReading extends Omit<AuditEntryV2, 'v' | 'hashes' | 'personal'> {
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly data: TrailJson;
  /** Paths of erased values, which read as `erased (hash …)`. */
  readonly erased: readonly string[];
}

const SHOWN_HASH = 16;

const erasedWords = (hash: string): string => `erased (hash ${hash.slice(0, SHOWN_HASH)}…)`;

function withValue(
  record: TrailJson,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): TrailJson {
  const inner = record[name];
  const next = rest.length === 0 ? value : withValue(isRecord(inner) ? inner : {}, rest, value);
  return { ...record, [name]: next };
}

/** Puts personal values back in their places, and marks erased ones. */
export function readEntry(entry: AuditEntry): AuditReading {
  if (entry.v === undefined) return { ...entry, erased: [] };
  const { v: _, hashes, personal, ...head } = entry;
  const values = new Map(
    Object.entries(hashes).map(([path, hash]) => {
      const salted = personal[path];
      return [path, salted ? salted.value : erasedWords(hash)];
    }),
  );
  // An address may lack its value: earlier releases stored none for a client that had hung up.
  const textAt = (path: string) =>
    values.get(path) === undefined ? null : String(values.get(path));
  const data = [...values]
    .filter(([path]) => path.startsWith('data.'))
    .reduce(
      (made: TrailJson, [path, value]) => withValue(made, path.split('.').slice(1), value),
      head.data,
    );
  const erased = Object.keys(hashes).filter((path) => !Object.hasOwn(personal, path));
  return { ...head, ip: textAt('ip'), userAgent: textAt('userAgent'), data, erased };
}
