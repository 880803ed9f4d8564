import 'reflect-metadata';
import { X509Certificate, X509CrlGenerator } from '@peculiar/x509';
import type { Issuer } from './make-certificate.ts';

const NEXT_UPDATE_MS = 24 * 3600_000;

/** A revocation list of an issuer, DER (RFC 5280): nothing is ever revoked here; the next one comes in a day. */
export async function makeCrl({ certificate, privateKey }: Issuer, now: Date): Promise<Buffer> {
  const authority = new X509Certificate(new Uint8Array(certificate));
  const list = await X509CrlGenerator.create({
    issuer: authority.subjectName,
    thisUpdate: now,
    nextUpdate: new Date(now.getTime() + NEXT_UPDATE_MS),
    entries: [],
    signingKey: privateKey,
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
  });
  return Buffer.from(list.rawData);
}
