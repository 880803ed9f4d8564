import { readAddress } from '../profiles/connection.ts';
import { DEFAULT_BASE_URL, SANDBOX_PROFILE } from '../profiles/profile.ts';
import { shellWord } from '../terminal/shell-word.ts';

/** A sandbox as its profile knows it. */
interface KnownSandbox {
  readonly dataDir: string;
  /** The name of its profile, if it has one. */
  readonly profile?: string | undefined;
  readonly baseUrl?: string | undefined;
}

/** The command that starts a sandbox on its folder, at its port, with its profile; `sandboxDir` is the default folder. */
export function startCommand(
  { dataDir, profile = SANDBOX_PROFILE, baseUrl = DEFAULT_BASE_URL }: KnownSandbox,
  sandboxDir: string,
): string {
  const { origin, port } = readAddress(baseUrl);
  const words = [
    ...(profile === SANDBOX_PROFILE ? [] : ['--profile', profile]),
    ...(origin === DEFAULT_BASE_URL || port === '' ? [] : ['--port', port]),
    ...(dataDir === sandboxDir ? [] : ['--data-dir', dataDir]),
  ];
  return ['esign sandbox start', ...words.map(shellWord)].join(' ');
}
