/** Opens a one-time address of a sandbox's desk, as a browser does; returns how to load its pages, by path. */
export async function openDesk(address: string): Promise<(path: string) => Promise<Response>> {
  const { headers } = await fetch(address, { redirect: 'manual' });
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return (path) => fetch(new URL(path, address), { headers: { cookie } });
}
