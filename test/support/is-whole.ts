/** Whether a test tries all that it can, as `long` does, or with `npm test` a part of it. */
export const isWhole = process.env.ESIGN_TEST_WHOLE === '1';
