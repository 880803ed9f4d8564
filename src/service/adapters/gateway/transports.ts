import type { BrowserForm } from '../../ports/signing-gateway.ts';
import { GatewayAnswerRefused } from '../../ports/signing-gateway.ts';

/** Form fields that carry messages through the browser: Protean's or C-DAC's. */
export type Transport = 'protean' | 'cdac';

interface TransportForm {
  readonly encoding: BrowserForm['encoding'];
  fields(request: string, txn: string): Readonly<Record<string, string>>;
}

const FORMS: Readonly<Record<Transport, TransportForm>> = {
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

/** Possible fields of an answer with any transport: gateways differ, and change. */
const ANSWER_FIELDS = ['msg', 'eSignResponse', 'esignResp', 'XML'];

/** The encoding and fields of a request's form. */
export function requestForm(
  transport: Transport,
  { request, txn }: { request: string; txn: string },
): Pick<BrowserForm, 'encoding' | 'fields'> {
  const { encoding, fields } = FORMS[transport];
  return { encoding, fields: fields(request, txn) };
}

/**
 * Finds the one answer in the known form fields, and decodes it where it was url-encoded twice.
 * @throws {GatewayAnswerRefused} `malformed` when there is none, or more than one
 */
export function answerIn(fields: Readonly<Record<string, string>>): string {
  const [name = '', more] = ANSWER_FIELDS.filter((known) => Object.hasOwn(fields, known));
  const text = fields[name] ?? '';
  if (text === '' || more !== undefined) {
    throw new GatewayAnswerRefused('malformed', 'The form must hold exactly one answer.');
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
