/** True if the tests of this file run with our own short ways for reports and push frames; `*Plain.test.ts` run the same tests without. */
export const fastPaths = process.env['FAST_PATHS'] !== 'false';
