import type { EsignClient } from '../client/index.ts';
import type { PageReader } from '../pdf/reading/page-reader.ts';
import type { KeptDocuments } from './finding/kept-documents.ts';
import type { Connection } from './profiles/connection.ts';
import type { RecipientAllowList } from './signers/recipient-allow-list.ts';
import { harmless } from './terminal/harmless.ts';
import type { Paint } from './terminal/paint.ts';
import type { Printer } from './terminal/printer.ts';
import type { Say } from './terminal/progress-line.ts';

export type Place = Pick<Connection, 'profile' | 'baseUrl' | 'keySource'> & {
  /** From the key's prefix; undefined without one, or without a key. */
  readonly mode: 'test' | 'live' | undefined;
};

function namedMode(key: string | undefined): Place['mode'] {
  const [, mode] = /^[a-z]+_(test|live)_/.exec(key ?? '') ?? [];
  return mode === 'test' || mode === 'live' ? mode : undefined;
}

export function placeOf({ profile, baseUrl, keySource, apiKey }: Connection): Place {
  return { profile, baseUrl, keySource, mode: namedMode(apiKey) };
}

function keyText({ keySource, profile }: Place): string {
  if (keySource === 'profile') return `profile ${profile}`;
  return keySource === undefined ? 'no key' : `key of ${keySource}`;
}

export function placeText(place: Place, paint: Paint): string {
  const mode = {
    live: paint.bold(paint.red('LIVE')),
    test: 'test',
    unknown: paint.bold('test or live unknown'),
  }[place.mode ?? 'unknown'];
  return `${mode}: ${harmless(place.baseUrl)}, ${keyText(place)}`;
}

export interface CommandContext {
  readonly client: EsignClient;
  readonly baseUrl: string;
  readonly place: Place;
  readonly out: Printer;
  readonly mayAsk: boolean;
  readonly mayAnimate: boolean;
  readonly signal: AbortSignal;
  readonly recipients: RecipientAllowList | undefined;
  readonly kept: KeptDocuments;
  readonly progress: <T>(text: string, work: (say: Say) => Promise<T>) => Promise<T>;
}

export interface PageReaderModule {
  readonly openPageReader: (script: URL) => PageReader;
}

/** Loaded on first use: most runs of a command need no reader. */
export function lazyPageReader(load: () => Promise<PageReader>): PageReader {
  let loaded: Promise<PageReader> | undefined;
  const reader = () => {
    loaded ??= load();
    return loaded;
  };
  return {
    admit: async (pdf) => (await reader()).admit(pdf),
    findWords: async (pdf, wanted) => (await reader()).findWords(pdf, wanted),
    findCovered: async (pdf, rects) => (await reader()).findCovered(pdf, rects),
    drawPage: async (pdf, page) => (await reader()).drawPage(pdf, page),
    close: async () => (await loaded)?.close(),
  };
}
