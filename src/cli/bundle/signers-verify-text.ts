import { harmless } from '../terminal/harmless.ts';
import type { BundledDocument } from './verify-text.ts';
import { PAGE_LINE, ROOT_LINE } from './verify-text.ts';

const HOW_TO = `
signed.pdf shows the names of all who signed it, and holds their signatures and
certificates, which chain.pem lists: they are part of the document.

What is not here: the completion certificate, the service's sealed record of how
the document was signed. It has the emails, masked phone numbers and network
addresses of all signers. Without it nobody can check here what the service
recorded, nor that this is the file that it completed: ask the sender for the
SHA-256 of signed.pdf, and compare all 64 digits and letters.

  Windows: certutil -hashfile signed.pdf SHA256
  Mac:     shasum -a 256 signed.pdf
  Linux:   sha256sum signed.pdf


Is every signature valid?
-------------------------

root.pem is the certificate of the authority that vouches for the signers.
roots.txt names it. Take it from the authority itself, or from the list of a
public body (in India, the Controller of Certifying Authorities). One that came
with this folder proves nothing until you have compared its fingerprint:

    openssl x509 -in root.pem -noout -subject -dates -fingerprint -sha256

With free programs (on Debian and Ubuntu: sudo apt install poppler-utils
libnss3-tools):

    mkdir nss
    certutil -N -d sql:nss --empty-password
    certutil -A -d sql:nss -n root -t CT,C,C -i root.pem
    pdfsig -nssdir sql:nss signed.pdf

Each signer has "Signature is Valid" and "Certificate is Trusted", with the
signer's name above. An entry of the type "ETSI.RFC3161" is a timestamp, for
which root.pem need not vouch. Certificates for a single signature are valid for
minutes, so that "Certificate has Expired" is no fault.

Or with esign, which also says what changed between the signatures:

    esign verify signed.pdf --root root.pem

Proves: the owner of each certificate signed these bytes, and root.pem vouches
for the certificate.
Does not prove: that a signer read or understood the document, that their
one-time password was not used by somebody else, or that the agreement is valid
in law.
`;

/** `VERIFY.txt` of a bundle for one signer, without the completion certificate. */
export function signersVerifyText(
  { documentId, name, signer = '' }: BundledDocument,
  hasRoot: boolean,
): string {
  return `How to check this document

Document: ${harmless(name)}
Id:       ${documentId}
For:      ${harmless(signer)}

  signed.pdf       the document, with the signatures in it
  chain.pem        the certificates that it carries
  roots.txt        the authorities that these certificates name
${PAGE_LINE}${hasRoot ? ROOT_LINE : ''}${HOW_TO}`;
}
