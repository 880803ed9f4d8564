const MASKS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b(sk_[a-z]+_|whsec_)[\w-]+/g, '$1…'],
  [/\b(bearer|basic) +[^\s"\\]+/gi, '$1 …'],
  [/\/(sign|download)\/(?!:token)[^\s"'\\/?#]+/g, '/$1/…'],
];

/** Text without API keys, webhook secrets, credentials, and the tokens of signing and download links. */
export function maskSecrets(text: string): string {
  return MASKS.reduce((masked, [pattern, mask]) => masked.replace(pattern, mask), text);
}
