import { homedir } from 'node:os';
import { join } from 'node:path';

export interface Profile {
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly webhookSecret?: string;
  /** Only in a sandbox's profile, whose key never leaves this machine. */
  readonly dataDir?: string;
  /** An empty list allows nobody, an absent one anybody. */
  readonly allowedRecipients?: readonly string[];
}

/** Empty means no proxy. */
export interface Proxies {
  readonly http: string;
  readonly https: string;
  readonly except: string;
}

/** Settings from environment variables; undefined if unset or empty. */
export interface Environment {
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
  readonly profile: string | undefined;
  readonly webhookSecret: string | undefined;
  readonly configDir: string;
  readonly sandboxDir: string;
  /** Data folder of the sandbox shared by tests. */
  readonly sharedSandboxDir: string | undefined;
  /** Files where shells look for a saved completion script. */
  readonly completions: { readonly bash: string; readonly fish: string };
  readonly isCi: boolean;
  readonly isDebug: boolean;
  /** Nothing is redrawn: for screen readers, and terminals that cannot. */
  readonly isPlain: boolean;
  /** The locale is named, and is not UTF-8, such as `LANG=C`. */
  readonly isAscii: boolean;
  readonly keepsCache: boolean;
  readonly color: boolean | undefined;
  readonly proxies: Proxies;
  readonly terminal: { readonly term: string; readonly program: string };
  readonly isUpdateChecked: boolean;
  /** The npm registry, if the environment names one, and the user's .npmrc. */
  readonly npm: { readonly registry: string | undefined; readonly userConfig: string };
}

export const SANDBOX_PROFILE = 'sandbox';
export const DEFAULT_BASE_URL = 'http://127.0.0.1:4010';

type ProfileVariables = Readonly<Record<string, string | undefined>>;

type Get = (name: string) => string | undefined;

/** Where programs keep settings and data. */
const homes = (get: Get) => ({
  config: get('XDG_CONFIG_HOME') ?? join(homedir(), '.config'),
  data: get('XDG_DATA_HOME') ?? join(homedir(), '.local', 'share'),
});

function completions(get: Get): Environment['completions'] {
  const { config, data } = homes(get);
  return {
    bash: join(data, 'bash-completion', 'completions', 'esign'),
    fish: join(config, 'fish', 'completions', 'esign.fish'),
  };
}

function folders(get: Get): { config: string; data: string } {
  const local = get('LOCALAPPDATA');
  if (process.platform === 'win32' && local)
    return { config: join(local, 'esign'), data: join(local, 'esign', 'data') };
  const { config, data } = homes(get);
  return { config: join(config, 'esign'), data: join(data, 'esign') };
}

function colorWish(get: Get): boolean | undefined {
  const forced = get('FORCE_COLOR');
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return get('NO_COLOR') === undefined ? undefined : false;
}

const isAsciiLocale = (get: Get): boolean =>
  !/utf-?8/i.test(get('LC_ALL') ?? get('LC_CTYPE') ?? get('LANG') ?? 'UTF-8');

export function readEnvironment(variables: ProfileVariables = process.env): Environment {
  const get = (name: string) => variables[name] || undefined;
  const { config, data } = folders(get);
  const ci = get('CI');
  const isOn = (name: string) => get(name) !== undefined && get(name) !== '0';
  return {
    apiKey: get('ESIGN_API_KEY')?.trim(),
    baseUrl: get('ESIGN_BASE_URL'),
    profile: get('ESIGN_PROFILE'),
    webhookSecret: get('ESIGN_WEBHOOK_SECRET'),
    configDir: get('ESIGN_CONFIG_DIR') ?? config,
    sandboxDir: join(data, 'sandbox'),
    sharedSandboxDir: get('ESIGN_SANDBOX_DIR'),
    completions: completions(get),
    isCi: ci !== undefined && ci !== 'false' && ci !== '0',
    isDebug: isOn('ESIGN_DEBUG'),
    isPlain: isOn('ESIGN_PLAIN') || get('TERM') === 'dumb',
    isAscii: isAsciiLocale(get),
    keepsCache: !isOn('ESIGN_NO_CACHE'),
    color: colorWish(get),
    proxies: {
      http: get('http_proxy') ?? get('HTTP_PROXY') ?? '',
      https: get('https_proxy') ?? get('HTTPS_PROXY') ?? '',
      except: get('no_proxy') ?? get('NO_PROXY') ?? '',
    },
    isUpdateChecked: get('ESIGN_NO_UPDATE_CHECK') === undefined,
    npm: {
      registry: get('npm_config_registry') ?? get('NPM_CONFIG_REGISTRY'),
      userConfig:
        get('npm_config_userconfig') ?? get('NPM_CONFIG_USERCONFIG') ?? join(homedir(), '.npmrc'),
    },
    terminal: { term: get('TERM') ?? '', program: get('TERM_PROGRAM') ?? '' },
  };
}

export function environmentWith(
  variables: ProfileVariables,
  own: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const set = Object.entries(variables).filter(([, value]) => value !== undefined);
  return { ...own, ...Object.fromEntries(set) };
}

/** The environment for a child process, without our keys. */
export function environmentWithoutOurs(own: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(own).filter(([name]) => !name.startsWith('ESIGN_')));
}
