/** A certificate's distinguished name on one line. */
export function showName(name: string): string {
  return name.split('\n').join(', ');
}
