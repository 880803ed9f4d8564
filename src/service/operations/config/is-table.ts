/** True for a TOML table. Dates are objects too. */
export const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) !== Date.prototype;
