import type { X509Certificate } from 'node:crypto';
import { CmsError } from '../errors.ts';
import { checkChain, checkValidity, showName } from './certificates.ts';
import type { SoundCms } from './check-cms.ts';

/** What a certificate is judged by. */
export interface IdentityRules {
  readonly roots: readonly X509Certificate[];
  readonly at: Date;
}

/** Whom a signature's certificate names, and by whose word. */
export type Identity =
  | { readonly code: 'TRUSTED'; readonly root: string }
  | {
      /** In the order of the checks. */
      readonly code: 'CERT_TIME' | 'WRONG_USE' | 'NO_ROOT' | 'UNTRUSTED';
      readonly message: string;
    };

/** Extended key usages that suit a signature under a document; none at all suits, too. */
const USAGES = [
  '1.3.6.1.5.5.7.3.36', // id-kp-documentSigning (RFC 9336)
  '1.3.6.1.4.1.311.10.3.12', // document signing, Microsoft
  '1.2.840.113583.1.1.5', // authentic documents, Adobe
  '1.3.6.1.5.5.7.3.4', // emailProtection
  '2.5.29.37.0', // any
];

function maySign({ ca, keyUsage }: X509Certificate): boolean {
  return !ca && (keyUsage === undefined || keyUsage.some((usage) => USAGES.includes(usage)));
}

function judgePath(
  { signer, contents }: SoundCms,
  { roots, at }: IdentityRules,
  isForThis: boolean,
): Identity {
  const { certificate } = signer;
  try {
    checkValidity(certificate, at);
    if (!isForThis) {
      return { code: 'WRONG_USE', message: 'the certificate was not issued for signing documents' };
    }
    if (roots.length === 0) return { code: 'NO_ROOT', message: 'no trusted root was given' };
    const path = checkChain(certificate, { roots, intermediates: contents.certificates, at });
    return { code: 'TRUSTED', root: showName(path.at(-1)?.subject ?? '') };
  } catch (error) {
    if (!(error instanceof CmsError)) throw error;
    const code = error.code === 'CERT_TIME' ? 'CERT_TIME' : 'UNTRUSTED';
    return { code, message: error.message };
  }
}

/**
 * Judges the certificate of a sound CMS: valid at the time, issued for signing documents, with a path to a trusted root.
 * All of this is here, so that it can be replaced as a whole. Revocation is not checked.
 */
export function identify(sound: SoundCms, rules: IdentityRules): Identity {
  return judgePath(sound, rules, maySign(sound.signer.certificate));
}

/** Judges the certificate of a timestamping authority, whose purpose `checkToken` has checked. */
export function identifyAuthority(sound: SoundCms, rules: IdentityRules): Identity {
  return judgePath(sound, rules, true);
}
