import type { InEachLanguage, Language } from './languages.ts';

/** Creating a format takes about a hundred times as long as using it. */
function inIndia(options: Intl.DateTimeFormatOptions): InEachLanguage<Intl.DateTimeFormat> {
  const format = (locale: string) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'Asia/Kolkata', ...options });
  return { en: format('en-IN'), hi: format('hi-IN') };
}

const TIME = inIndia({ dateStyle: 'medium', timeStyle: 'short' });
const DAY = inIndia({ dateStyle: 'long' });

/** A time in India, such as `20 Nov 2026, 5:34 pm IST`. */
export const readableTime = (language: Language, time: Date): string =>
  `${TIME[language].format(time)} IST`;

/** A day in India, such as `20 November 2026`. */
export const readableDay = (language: Language, time: Date): string => DAY[language].format(time);
