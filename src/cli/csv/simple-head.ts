/** A column's head as it is compared: without case, with any run of blanks, dashes and underscores as one underscore. */
export function simpleHead(head: string): string {
  return head
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_')
    .replace('e_mail', 'email');
}
