import { harmless } from '../terminal/harmless.ts';

export interface BundledDocument {
  readonly documentId: string;
  readonly name: string;
  /** For whom the bundle is made; omitted for one with everything. */
  readonly signer?: string;
}

const ROOT_HERE = `There is a root.pem in this folder already, because signed.pdf holds one. That
proves nothing: the file can hold any certificate. It counts once you have
compared its fingerprint with the authority's own list.`;

const ROOT_NOT_HERE = `It is not in this folder, because the files do not hold it. Without it, nobody
can say who signed: steps 2 and 3 fail.`;

const FOR_ANYBODY = `
Without any tools: is this the file that the certificate is about?
-------------------------------------------------------------------

You can do this part on Windows, a Mac or a phone. Work out the SHA-256 of
signed.pdf, a fingerprint of 64 digits and letters, and compare it with the one
on page 1 of certificate.pdf. All of it has to be the same; capitals do not
matter.

Windows: open this folder, type cmd in its address bar and press Enter. Type
  certutil -hashfile signed.pdf SHA256
and press Enter.
Mac: open Terminal, type "shasum -a 256 " with the blank at its end, drag
signed.pdf into the window, and press Enter.
Phone: an app that shows the SHA-256 of a file does it. Pages on the web that
offer it see your document.

Page 1 of certificate.pdf also says who signed and when. If the fingerprints
differ, this is another file than the one that was signed.

Proves: signed.pdf is the file that certificate.pdf speaks of.
Does not prove: that certificate.pdf is genuine, or any signature valid. A PDF
reader shows signatures, but trusts its own list of authorities. The rest of
this page checks both; somebody who knows a command line can do it for you.


With free tools
---------------
`;

const HOW_TO = String.raw`
You need bash and these free programs, none of which is ours. On Debian and
Ubuntu: sudo apt install poppler-utils libnss3-tools openssl jq
openssl has to be 3.0 or newer ("openssl version" tells).
Open a terminal in this folder. The lines that begin with four blanks are
commands; run them in their order, as they stand.


Before you begin: two certificates from outside
-----------------------------------------------

root.pem is the certificate of the authority that vouches for the signers.
roots.txt names it. Take it from the authority itself, or from the list of a
public body (in India, the Controller of Certifying Authorities), and save it
here as root.pem, in PEM.
{root}

seal.pem is the certificate of the service that made certificate.pdf. Take it
from the service itself, over another way than this folder came to you.
(A sandbox keeps its own as test-root.pem and test-seal.pem in its data
folder. They are for tests and prove nothing about anybody.)

Their fingerprints:

    openssl x509 -in root.pem -noout -subject -dates -fingerprint -sha256
    openssl x509 -in seal.pem -noout -subject -dates -fingerprint -sha256

Compare them with what authority and service publish. All that follows is
worth as much as this comparison. If chain.pem lacks a certificate between
signer and root, take that one from the authority, too, and append it: step 3
uses it. pdfsig, in step 2, says of such a signature that its issuer is unknown.


1. Is this the file that the certificate is about?
--------------------------------------------------

    pdfdetach -savefile evidence.json certificate.pdf
    pdfdetach -savefile audit.jsonl certificate.pdf
    sha256sum signed.pdf
    jq -r .document.finalSha256 evidence.json

The two lines start with the same 64 digits, as does page 1 of certificate.pdf.

Proves: certificate.pdf speaks of exactly this file.
Does not prove: that the service made certificate.pdf. That is step 4.


2. Is every signature valid?
----------------------------

    mkdir nss
    certutil -N -d sql:nss --empty-password
    certutil -A -d sql:nss -n root -t CT,C,C -i root.pem
    pdfsig -nssdir sql:nss signed.pdf

Each signer has "Signature is Valid" and "Certificate is Trusted", with the
signer's name above. Each signature covers the document as it was at that
moment, so that "Not total document signed" is right for all but the last one.
If none has "Total document signed", something was added behind them: step 6
says whether it is more than proof for later checks. An entry of the type
"ETSI.RFC3161" is no signer's: it is a timestamp over the whole document, and its
name is that of the timestamp authority. root.pem does not vouch for that one, so
that its certificate may be called untrusted here; it proves when, not who.

Proves: the owner of each certificate signed these bytes, and root.pem vouches
for the certificate.
Does not prove: that nothing but signing changed the document between two
signatures, which step 6 looks at. pdfsig judges certificates by today's date.
Those for a single signature are valid for minutes, so that "Certificate has
Expired" is no fault; step 3 judges them by the time of signing. If
certificates name a responder for revocation, version 22.12 asks it, and then may
say "Unknown issue" of the second signature of one issuer: try pdfsig -no-ocsp,
or rely on step 3.


3. The same by another program, at the time of signing
------------------------------------------------------

    covered() {
      ranges='s/.*Signed Ranges: \[0 - \([0-9]*\)\], \[\([0-9]*\) - \([0-9]*\)\].*/\1 \2 \3/p'
      read -r gap behind end < <(pdfsig -nocert "$1" | sed -n "$ranges" | sed -n "$2p")
      head -c "$gap" "$1"
      head -c "$end" "$1" | tail -c +$((behind + 1))
    }
    check() {
      covered "$1" "$2" >covered.bin
      signature="$1.sig$(($2 - 1))"
      shift 2
      openssl cms -verify -binary -inform DER -in "$signature" -content covered.bin -purpose any \
        -no-CApath -no-CAstore "$@" -signer signer.pem -out checked.bin &&
        openssl x509 -in signer.pem -noout -subject
    }
    pdfsig -dump signed.pdf
    for number in $(jq -r '.signers | keys[] + 1' evidence.json); do
      at=$(jq --argjson n "$number" '.signers[$n - 1].signedAt | sub("[.][0-9]+"; "") | fromdate' evidence.json)
      check signed.pdf "$number" -CAfile root.pem -certfile chain.pem -attime "$at"
    done

For each signer: "CMS Verification successful" and the certificate's subject.

Proves: as step 2; and that each certificate was valid at the time of signing
that certificate.pdf states.
Does not prove: that time, unless a timestamp of a trusted authority does. Nor
that no certificate had been revoked: ask the authority for its list.


4. Did the service make the certificate?
----------------------------------------

    pdfsig -dump certificate.pdf
    check certificate.pdf 1 -CAfile seal.pem -partial_chain -no_check_time

"CMS Verification successful", and the subject of seal.pem.

Proves: the holder of the service's key sealed certificate.pdf.
Does not prove: that what the service recorded is true.


5. Is the audit trail whole?
----------------------------

{trail}

"unbroken" is followed by the same digits as the line below. "erased" counts
personal values that the service has deleted since; their hashes are left.

Proves: no entry was changed, left out or moved since, and each value fits the
hash that its entry covers.
Does not prove: that each entry was true when it was written.


6. All of it, with esign
------------------------

    esign verify signed.pdf --certificate certificate.pdf --root root.pem --service-cert seal.pem

It ends with "Verified", and exit code 0.

Proves: all of the above, and that since the first signature nothing but
signing changed the document.
Does not prove: more than that. It says what it knows of revocation.


7. The parts, for experts and other programs
--------------------------------------------

    mkdir parts
    pdfdetach -saveall -o parts certificate.pdf
    ls parts

signature-NN.p7s is the CMS of a signer, gateway-NN.xml the authority's answer
about them with its XML signature; chain.pem has the certificates in
signed.pdf, and revocation-NN.crl or .ocsp what it has on revocation, if
anything. evidence.json lists the files with their hashes. Nothing is proven
until somebody checks them.


What none of this proves
------------------------

That a signer read or understood the document, that their one-time password
was not used by somebody else, that these are all the persons who had to sign,
or that the agreement is valid in law.
`;

/** Checks the audit trail with jq and sha256sum. `docs/verification.md` has the same commands. */
const TRAIL = String.raw`    (
      digest() { printf %s "$1" | sha256sum | cut -d' ' -f1; }
      previous=$(printf '0%.0s' {1..64})
      while read -r seq before hash covered; do
        [ "$before" = "$previous" ] || { echo "broken before $seq"; exit 1; }
        previous=$(digest "$covered")
        [ "$hash" = "$previous" ] || { echo "broken at $seq"; exit 1; }
      done < <(jq -cS . audit.jsonl | jq -r '"\(.seq) \(.previousHash) \(.hash) \(del(.hash, .personal))"')
      while read -r seq field hash salted; do
        [ "$hash" = "$(digest "$salted")" ] || { echo "another $field at $seq"; exit 1; }
      done < <(jq -cS . audit.jsonl |
        jq -r '. as {$seq, $hashes} | .personal // {} | to_entries[] | "\($seq) \(.key) \($hashes[.key]) \(.value)"')
      echo "unbroken: $previous"
      jq -r .audit.headHash evidence.json
      echo "erased: $(jq -s 'map((.hashes // {} | length) - (.personal // {} | length)) | add' audit.jsonl)"
    )`;

export const PAGE_LINE =
  '  verify.html      checks these files in a browser, offline, given root.pem\n';
export const ROOT_LINE =
  '  root.pem         the root that signed.pdf holds; see below before you rely on it\n';

/** `VERIFY.txt`. `hasRoot`: the bundle has a `root.pem`. Commands are indented by four spaces. */
export function verifyText({ documentId, name }: BundledDocument, hasRoot: boolean): string {
  const head = `How to check this document

Document: ${harmless(name)}
Id:       ${documentId}

  signed.pdf       the document, with the signatures in it
  certificate.pdf  how it was signed: the service's record, sealed by the service
  chain.pem        the certificates that both files carry
  roots.txt        the authorities that these certificates name
${PAGE_LINE}${hasRoot ? ROOT_LINE : ''}`;
  const root = hasRoot ? ROOT_HERE : ROOT_NOT_HERE;
  const steps = HOW_TO.replace('{root}', () => root).replace('{trail}', () => TRAIL);
  return head + FOR_ANYBODY + steps;
}
