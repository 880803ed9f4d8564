import type { Language } from '../language.ts';

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-IN', hi: 'hi-IN' };

/** An ISO time as people in India read it, such as `20 Nov 2026, 5:34 pm IST`. */
export function readableTime(iso: string, language: Language): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], {
    timeZone: 'Asia/Kolkata',
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return `${format.format(new Date(iso))} IST`;
}
