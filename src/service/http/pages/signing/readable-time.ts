import type { InEachLanguage, Language } from '../../../../languages/languages.ts';

const LOCALES: InEachLanguage<string> = { en: 'en-IN', hi: 'hi-IN' };

/** An ISO time in Indian time, such as `20 Nov 2026, 5:34 pm IST`. */
export function readableTime(iso: string, language: Language): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], {
    timeZone: 'Asia/Kolkata',
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return `${format.format(new Date(iso))} IST`;
}

/** The day of an ISO time in India, such as `20 November 2026`. */
export function readableDay(iso: string, language: Language): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], {
    timeZone: 'Asia/Kolkata',
    dateStyle: 'long',
  });
  return format.format(new Date(iso));
}
