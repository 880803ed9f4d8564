import type { PageSize } from '../signing/geometry.ts';

const REFUSALS = {
  empty: 'The file is empty. Choose the PDF again.',
  not_pdf: 'The file is not a PDF: its header is missing. Export the document as a PDF.',
  unreadable: 'The file cannot be read as a PDF: it is damaged or incomplete. Export it again.',
  encrypted:
    'The PDF is encrypted and does not open without a password. Save a copy without a password, such as with qpdf --decrypt --password=PASSWORD in.pdf out.pdf, and upload that.',
  no_pages: 'The PDF has no pages. Export the document again.',
  page_tree:
    'The PDF lists another number of different pages than it says that it has, so readers disagree on them. Print it to a plain PDF.',
  too_many_pages: 'The PDF has too many pages. Split it into several documents.',
  xfa: 'The PDF contains an XFA form, which readers show differently. Print it to a plain PDF.',
  signed:
    'The PDF is already signed, and adding fields would break its signature. Upload the unsigned file.',
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

/** Why an upload was refused. */
export type AdmissionRefusal = keyof typeof REFUSALS;

/** The pages of an admitted upload as displayed, or why it was refused. */
export type Admission =
  | {
      readonly ok: true;
      readonly pages: PageSize[];
      /** It was encrypted, and opened without a password: what is signed is not encrypted. */
      readonly isUnlocked: boolean;
      /** Fields become a part of its pages. */
      readonly hasForm: boolean;
    }
  | { readonly ok: false; readonly reason: AdmissionRefusal; readonly message: string };

/** After these words of a message stands what was found. */
const NAMED = /active content|as it is shown/;

/** A refusal with its message, which names what was found. */
export function refuse(reason: AdmissionRefusal, found?: string): Admission {
  const message = REFUSALS[reason];
  return {
    ok: false,
    reason,
    message: found ? message.replace(NAMED, (what) => `${what}: ${found}`) : message,
  };
}
