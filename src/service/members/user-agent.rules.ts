/** What a User-Agent header says. Anyone may send any: it's a help to recognise one's own. */
export interface NamedBrowser {
  readonly browser: string | undefined;
  readonly system: string | undefined;
}

type NamePatterns = ReadonlyArray<readonly [pattern: RegExp, name: string]>;

/** The first that fits: most browsers also name those that they resemble. */
const BROWSERS: NamePatterns = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS|OPT|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(DuckDuckGo|Ddg)\//, 'DuckDuckGo'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?Chrom(e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+ (Mobile\/\w+ )?Safari\//, 'Safari'],
];

/** No versions: browsers freeze them. An iPad may say that it's a Mac. */
const SYSTEMS: NamePatterns = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bMacintosh\b.*\b(Version|CriOS|FxiOS|EdgiOS)\//, 'Mac or iPad'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (names: NamePatterns, text: string): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1];

export const readBrowser = (userAgent: string): NamedBrowser => {
  return { browser: nameIn(BROWSERS, userAgent), system: nameIn(SYSTEMS, userAgent) };
};
