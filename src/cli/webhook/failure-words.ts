import { harmless } from '../terminal/harmless.ts';

const WORDS: Readonly<Record<string, string>> = {
  timeout: 'no response within 10 s',
  interrupted: 'stopped',
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host was not found',
  EAI_AGAIN: 'the host name could not be resolved',
  ECONNRESET: 'the connection broke',
  EPIPE: 'the connection broke',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
};
const UNTRUSTED = /^(DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

function wordsOf(code: string): string | undefined {
  if (!UNTRUSTED.test(code)) return WORDS[code];
  return `its certificate is not trusted (${code}); set NODE_EXTRA_CA_CERTS to its file`;
}

/** Why a receiver did not answer; the code itself if there are no words for it. */
export function noResponse(error: string | null): string {
  return wordsOf(error ?? '') ?? harmless(error ?? 'no response');
}
