import type { SheetSize } from '../signing/geometry.ts';
import type { EarlierSignature } from './earlier.ts';

const REFUSALS = {
  empty: 'The file is empty. Choose the PDF again.',
  not_pdf: 'The file is not a PDF: its header is missing. Export the document as a PDF.',
  unreadable: 'The file cannot be read as a PDF: it is damaged or incomplete. Export it again.',
  cut_off: 'The end of the PDF is missing: the file was cut off. Upload the whole file again.',
  encrypted:
    'The PDF is encrypted and does not open without a password. Save a copy without a password, such as with qpdf --decrypt --password=PASSWORD in.pdf out.pdf, and upload that.',
  no_pages: 'The PDF has no pages. Export the document again.',
  page_tree:
    'The PDF lists another number of different pages than it says that it has, so readers disagree on them. Print it to a plain PDF.',
  too_many_pages: 'The PDF has too many pages. Split it into several documents.',
  xfa: 'The PDF contains an XFA form, which readers show differently. Print it to a plain PDF.',
  rights:
    'The PDF has a signature outside of its form, such as usage rights for Adobe Reader, which any change would break. Print it to a plain PDF.',
  signed_unreadable:
    'The PDF is already signed, and its signatures cannot be judged. Upload the file as it was before the signatures.',
  signed_encrypted:
    'The PDF is already signed and encrypted, and decrypting it would break its signatures. Upload the file as it was before both.',
  signed_broken:
    'The PDF is already signed, and a signature in it is not valid. Ask the person who sent it for the file as it was signed.',
  signed_filled:
    'The PDF was already signed, and its first signature does not cover all that it shows. Have it signed again as it is now, or upload the unsigned file.',
  signed_locked:
    'The PDF is already signed, and a signature in it permits no further signature fields. Upload the file as it was before that signature.',
  signed_open:
    'The PDF is already signed, and one of its signature fields is still empty: only other software can sign it there. Have that field signed first, or upload the unsigned file.',
  active_content:
    'The PDF contains active content. Remove it, or print the document to a plain PDF.',
  form_value:
    'A form field of the PDF cannot be made a part of its page as it is shown. Print the document to a plain PDF.',
  reserved_field:
    'The PDF has a form field whose name starts with esign_, which is reserved. Rename it.',
  page_unit:
    'A page of the PDF has a unit of its own (UserUnit), which only some readers know. Print it to a plain PDF.',
  page_rotation:
    'A page of the PDF is turned by an angle that is no multiple of 90 degrees. Print it to a plain PDF.',
  page_crop:
    'A page of the PDF shows a part (CropBox) that lies outside of the page. Print it to a plain PDF.',
  page_size: 'A page of the PDF has no size (MediaBox). Print it to a plain PDF.',
  timeout: 'The PDF takes too long to read. Export it again, or print it to a plain PDF.',
  memory: 'The PDF takes too much memory to read. Export it again, or print it to a plain PDF.',
  crash: 'The PDF could not be read to the end. Export it again, or print it to a plain PDF.',
} as const;

export type AdmissionRefusal = keyof typeof REFUSALS;

export type Admission =
  | {
      readonly ok: true;
      readonly pages: SheetSize[];
      /** It was encrypted and opened without a password; what is signed is not encrypted. */
      readonly isUnlocked: boolean;
      /** It was damaged; a repaired copy is signed. */
      readonly isRepaired: boolean;
      /** Its fields will be flattened into the pages. */
      readonly hasForm: boolean;
      /** Fields that were left empty; signers can't fill them in. */
      readonly emptyFields: number;
      /** Existing signatures; with any, the file is never rewritten. */
      readonly signatures: readonly EarlierSignature[];
    }
  | { readonly ok: false; readonly reason: AdmissionRefusal; readonly message: string };

/** A finding, such as the field's name, follows one of these phrases. */
const NAMED =
  /active content|as it is shown|cannot be judged|is not valid|all that it shows|no further signature fields|is still empty/;

export function refuse(reason: AdmissionRefusal, found?: string): Admission {
  const message = REFUSALS[reason];
  return {
    ok: false,
    reason,
    message: found ? message.replace(NAMED, (what) => `${what}: ${found}`) : message,
  };
}
