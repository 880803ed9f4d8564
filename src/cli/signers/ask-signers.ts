import { checkSigners } from '../../contract/check-signers.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { SignerInput } from '../../contract/signer.ts';
import { askConfirmation, askText } from '../terminal/prompts.ts';
import { phoneDigits } from './signer-grammar.ts';

const PROBE = { name: 'x', email: 'x@example.com', phone: '0000000000' };

/** What is wrong with one field of a signer, in the contract's words; undefined when nothing is. */
function signerFieldProblem(field: keyof typeof PROBE, text: string): string | undefined {
  const value = field === 'phone' ? phoneDigits(text) : text;
  const checked = checkSigners({ signers: [{ ...PROBE, [field]: value }] });
  return checked.ok ? undefined : checked.problem.replace(/^signers\[0\]\./, '');
}

async function askSigner(order: number, signal: AbortSignal): Promise<SignerInput> {
  const ask = (message: string, field: keyof typeof PROBE) =>
    askText(message, { problemOf: (text) => signerFieldProblem(field, text) }, signal);
  const name = await ask(`Signer ${order}: name`, 'name');
  const email = await ask(`Signer ${order}: email`, 'email');
  const phone = phoneDigits(await ask(`Signer ${order}: mobile phone`, 'phone'));
  return { name: name.trim(), email: email.trim(), phone };
}

/** Asks for signers, one after another, until there are enough. */
export async function askSigners(signal: AbortSignal): Promise<SignerInput[]> {
  const signers: SignerInput[] = [];
  do {
    signers.push(await askSigner(signers.length + 1, signal));
  } while (
    signers.length < LIMITS.signersPerDocument &&
    (await askConfirmation('Another signer?', signal))
  );
  return signers;
}
