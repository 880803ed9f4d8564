const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** A text from outside made harmless: controls, line breaks and direction overrides become spaces. */
export function visibleText(text: string): string {
  return text.replace(UNSAFE, ' ');
}
