import { readAddress } from '../profiles/connection.ts';
import { DEFAULT_BASE_URL, SANDBOX_PROFILE } from '../profiles/profile.ts';
import { shellWord } from '../terminal/shell-word.ts';

interface KnownSandbox {
  readonly dataDir: string;
  readonly profile?: string | undefined;
  readonly baseUrl?: string | undefined;
}

/** Starts a sandbox with its folder, port and profile; `sandboxDir` is the default folder. */
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
