/** Opens an address in the browser if a user is present; returns whether it did. */
export async function openAddress(url: string, isUserPresent: boolean): Promise<boolean> {
  if (!isUserPresent) return false;
  const { default: open } = await import('open');
  await open(url);
  return true;
}
