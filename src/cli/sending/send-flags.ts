import { existsSync } from 'node:fs';
import type { Interfaces } from '@oclif/core';
import { Flags } from '@oclif/core';
import { watchFlags } from '../documents/poll-flags.ts';
import { isDocumentName } from '../documents/resolve-document.ts';
import { nameFlag } from '../documents/upload-file.ts';
import { misuse } from '../errors/usage-error.ts';
import { signerFlags } from '../signers/read-signers.ts';
import { coveredFlag } from './warn-of-covered-text.ts';

export const IN_BROWSER = 'browser';

const isFile = (text: string): boolean => /\.html?$/i.test(text);

const previewFlag = Flags.string({
  description:
    'draw the pages with all rectangles into FILE.html, or show them in the browser; send nothing',
  helpValue: '[FILE]',
  exclusive: ['wait'],
  parse: async (text) => {
    if (text === IN_BROWSER || isFile(text)) return text;
    throw misuse(`--preview writes HTML, and "${text}" does not end in .html`, 'esign send --help');
  },
});

/** Gives a bare `--preview` a value. Only .html counts as one, so no contract is overwritten. */
export function withPreviewValue(argv: readonly string[]): string[] {
  const end = argv.indexOf('--');
  return argv.map((word, at) => {
    const isFlag = word === '--preview' && (end === -1 || at < end);
    return isFlag && !isFile(argv[at + 1] ?? '') ? `--preview=${IN_BROWSER}` : word;
  });
}

const expectSha256 = Flags.string({
  description: 'refuse unless the file has this SHA-256',
  helpValue: 'HEX',
  parse: async (text) => {
    if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
    throw misuse(`--expect-sha256: "${text}" is not 64 hexadecimal digits`, 'sha256sum FILE');
  },
});

export const sendFlags = {
  ...signerFlags,
  name: nameFlag,
  'external-id': Flags.string({
    description: 'your own id of the document, unique in the account, to find it by',
    helpValue: 'ID',
  }),
  'expect-signers': Flags.integer({
    description: 'refuse unless it has exactly N signers',
    min: 1,
    helpValue: 'N',
  }),
  'expect-sha256': expectSha256,
  'refuse-covered': coveredFlag,
  'dry-run': Flags.boolean({
    description:
      'check file, signers and flags, and show the plan with its rectangles; send nothing',
    exclusive: ['wait'],
  }),
  preview: previewFlag,
  force: Flags.boolean({
    description: 'overwrite the file of --preview',
    dependsOn: ['preview'],
  }),
  yes: Flags.boolean({ description: 'do not ask for confirmation', char: 'y' }),
  wait: Flags.boolean({ description: 'wait until everyone has signed' }),
  ...watchFlags('wait'),
};

export type SendFlags = Partial<Interfaces.InferredFlags<typeof sendFlags>>;

export type SendTarget =
  | { readonly kind: 'document'; readonly name: string | undefined }
  | { readonly kind: 'file'; readonly path: string };

const FILE_ONLY = [
  'signer',
  'signers',
  'name',
  'external-id',
  'expect-sha256',
  'refuse-covered',
  'preview',
] as const;

const isPath = (text: string): boolean =>
  text === '-' || /[\\/]|\.pdf$/i.test(text) || existsSync(text);

/**
 * What looks like an id, or nothing, is a document; of the rest, what is no path and comes without
 * a file's flags. Throws a `CliError` (exit 2) for a document with flags that only apply to a file.
 */
export function sendTarget(text: string | undefined, flags: SendFlags): SendTarget {
  const stray = FILE_ONLY.filter((flag) => flags[flag]);
  if (text !== undefined && !isDocumentName(text) && (stray.length > 0 || isPath(text)))
    return { kind: 'file', path: text };
  if (stray.length === 0) return { kind: 'document', name: text };
  const isAboutSigners = flags.signer !== undefined || flags.signers !== undefined;
  const what = `${stray.map((flag) => `--${flag}`).join(' and ')} can only be used with a file`;
  if (text === undefined) throw misuse(what, 'esign send --help', 'no file was named');
  const next = isAboutSigners ? `esign signers add ${text}` : 'esign send --help';
  const why = `"${text}" looks like a document id; for a file with that name, pass ./${text}`;
  throw misuse(what, next, why);
}
