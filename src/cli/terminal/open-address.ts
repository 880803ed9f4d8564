export async function openAddress(url: string, isUserPresent: boolean): Promise<boolean> {
  if (!isUserPresent) return false;
  const { default: open } = await import('open');
  await open(url);
  return true;
}
