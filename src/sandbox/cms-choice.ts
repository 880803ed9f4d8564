import type { CertificateProfile, SignatureForm } from './authority/pki/issue-signature.ts';

/** How the sandbox's signatures are made, and what that means for its two sides. */
export const CMS_CHOICES = {
  leaf: { form: 'pkcs7', profile: 'default' },
  chain: { form: 'pkcs7complete', profile: 'default' },
  timestamp: { form: 'pkcs7pdf', profile: 'default' },
  faithful: { form: 'pkcs7', profile: 'faithful' },
} as const satisfies Readonly<
  Record<string, { readonly form: SignatureForm; readonly profile: CertificateProfile }>
>;

/** The signer's certificate alone; with its chain; with a timestamp too; or all as real authorities do it. */
export type CmsChoice = keyof typeof CMS_CHOICES;
