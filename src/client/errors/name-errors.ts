/**
 * Gives each class its name, even in minified programs. Apart from the classes, which the entries
 * of the package share.
 */
export function nameErrors(classes: Readonly<Record<string, { readonly prototype: Error }>>): void {
  for (const [name, { prototype }] of Object.entries(classes))
    Object.defineProperty(prototype, 'name', { value: name, configurable: true });
}
