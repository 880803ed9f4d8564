import { verifyPdf } from '../../../src/pdf/verification/verify.ts';
import { testAuthority } from '../trust/pdf-authority.ts';
import { aPdf } from './a-pdf.ts';
import { signedElsewhere } from './altered-pdfs.ts';
import { aForeignForm } from './forged-documents.ts';
import { fieldsFor, signedBy, withFields } from './sign-pdf.ts';

/** Trusts the test authority. */
export const trusting = { roots: [(await testAuthority()).root] };

/** The codes of the finding about changes. */
export async function verdictOn(file: Buffer): Promise<string> {
  const { findings } = await verifyPdf(file, trusting);
  const [first] = findings;
  return [first?.code, first?.reason].filter((part) => part).join(' ');
}

const fields = fieldsFor(2).map((field) => ({
  ...field,
  rects: [...field.rects, { ...field.rects[0]!, y: 420 }],
}));
/** The field of the second signer; each has a mark. */
export const second = fields[1]!;
/** A document of this service, signed by one of two. */
export const one = await signedBy(await withFields(aPdf(), fields), fields[0]!);
/** The same, signed by both. */
export const two = await signedBy(one, second, { name: 'Ravi Kumar' });
/** A document that other software signed. */
export const foreign = await signedElsewhere(aForeignForm(), 'Approval');
