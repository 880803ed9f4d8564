/** Opens an address in the browser where somebody sits at a terminal; answers whether it did. */
export async function openAddress(url: string, isSomebodyThere: boolean): Promise<boolean> {
  if (!isSomebodyThere) return false;
  const { default: open } = await import('open');
  await open(url);
  return true;
}
