/** The version that requests name; the same as the package's. */
export const CLIENT_VERSION = '0.1.0';

/** What names itself in the `User-Agent` beside this package. */
export interface AppInfo {
  readonly name: string;
  readonly version?: string;
}

const plain = (text: string): string => text.replace(/[^\w.+-]+/g, '-').slice(0, 64);

/** `esign/<version> node/<version> (<system>) <application>`: no identifier of the machine or the person. */
export function userAgent(appInfo?: AppInfo | undefined): string {
  const base = `esign/${CLIENT_VERSION} node/${process.versions.node} (${process.platform})`;
  if (appInfo === undefined) return base;
  const version = appInfo.version === undefined ? '' : `/${plain(appInfo.version)}`;
  return `${base} ${plain(appInfo.name)}${version}`;
}
