import type { BrowserForm } from '../../ports/signing-gateway.ts';
import { GatewayAnswerRefused } from '../../ports/signing-gateway.ts';

/** How the signer's browser carries messages: the fields of Protean's gateway, or those of C-DAC's. */
export type Transport = 'protean' | 'cdac';

interface Way {
  readonly encoding: BrowserForm['encoding'];
  fields(request: string, txn: string): Readonly<Record<string, string>>;
}

const WAYS: Readonly<Record<Transport, Way>> = {
  protean: {
    encoding: 'multipart/form-data',
    fields: (request) => ({ msg: request }),
  },
  cdac: {
    encoding: 'application/x-www-form-urlencoded',
    fields: (request, txn) => ({
      eSignRequest: request,
      aspTxnID: txn,
      'Content-Type': 'application/xml',
    }),
  },
};

/** Where an answer is looked for, whatever the transport: gateways differ, and change. */
const ANSWER_FIELDS = ['msg', 'eSignResponse', 'esignResp', 'XML'];

/** How the form of a transport is sent, and what is in it. */
export function requestForm(
  transport: Transport,
  { request, txn }: { request: string; txn: string },
): Pick<BrowserForm, 'encoding' | 'fields'> {
  const { encoding, fields } = WAYS[transport];
  return { encoding, fields: fields(request, txn) };
}

/**
 * The message among the fields that a browser brought: the only one in the known fields; url-decoded once where it was
 * encoded twice.
 * @throws {GatewayAnswerRefused} `malformed` when there is none, or more than one
 */
export function answerIn(fields: Readonly<Record<string, string>>): string {
  const [name = '', more] = ANSWER_FIELDS.filter((known) => Object.hasOwn(fields, known));
  const text = fields[name] ?? '';
  if (text === '' || more !== undefined) {
    throw new GatewayAnswerRefused('malformed', 'There is not exactly one answer in the form.');
  }
  return /^%3c/i.test(text) ? decode(text) : text;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', '%20'));
  } catch {
    throw new GatewayAnswerRefused('malformed', 'The answer is not url-encoded text.');
  }
}
