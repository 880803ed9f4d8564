import type { KeyObject, X509Certificate } from 'node:crypto';
import { createCms } from '../cms/create-cms.ts';
import type { Fonts } from '../fonts/fonts.ts';
import { embedCms } from '../signing/embed.ts';
import { prepareSignature } from '../signing/prepare.ts';
import { preplace } from '../signing/preplace.ts';
import { SEAL_FIELD } from '../signing/signature-form.ts';
import { SEAL_RECT } from './certificate.ts';

/** The service's own signature on what it issues. */
export interface SealRequest {
  readonly certificate: X509Certificate;
  readonly privateKey: KeyObject;
  /** The certificates above the seal's, without the root. */
  readonly chain: readonly X509Certificate[];
  /** Who seals, for people. */
  readonly name: string;
  readonly date: Date;
  readonly fonts: Fonts;
  /** Marks the seal as TEST. */
  readonly test?: boolean;
}

const FIELD = { field: SEAL_FIELD, rects: [SEAL_RECT] };

/** Seals a completion certificate with a visible signature of its own; it allows no later change. */
export async function sealPdf(bytes: Buffer, seal: SealRequest): Promise<Buffer> {
  const { name, date, fonts, test = false } = seal;
  const placed = await preplace(bytes, [FIELD]);
  const reason = 'Seal of the service';
  const look = { name, date, fonts, test, reason };
  const prepared = await prepareSignature(placed, { ...FIELD, ...look, certify: true });
  return embedCms(prepared, createCms({ ...seal, sha256: prepared.sha256, ess: true }));
}
