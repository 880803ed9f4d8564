import { createHash } from 'node:crypto';
import { ICON } from './icon.ts';
import { POLL_SCRIPT, SUBMIT_SCRIPT } from './scripts.ts';
import { STYLE } from './style.ts';

/** A file that pages load. */
export interface Asset {
  readonly contentType: string;
  readonly body: string;
}

const script = (body: string): Asset => ({ contentType: 'text/javascript; charset=utf-8', body });

/** Every file under `/assets/`, by its name. */
export const ASSETS = {
  'style.css': { contentType: 'text/css; charset=utf-8', body: STYLE },
  'submit.js': script(SUBMIT_SCRIPT),
  'poll.js': script(POLL_SCRIPT),
  'icon.svg': { contentType: 'image/svg+xml', body: ICON },
} as const satisfies Readonly<Record<string, Asset>>;

const VERSION_LENGTH = 12;

/** The address of an asset; it changes with its content, so that browsers may keep it. */
export function assetUrl(name: keyof typeof ASSETS): string {
  const version = createHash('sha256').update(ASSETS[name].body).digest('hex');
  return `/assets/${name}?v=${version.slice(0, VERSION_LENGTH)}`;
}
