/**
 * `npm test` runs a tenth of what is made by chance or in bulk, `npm run test:full` all of it. A test file that imports
 * this runs in both.
 */
export const isFull = process.env.TEST_SIZE === 'full'

export function sized(full: number, small = Math.ceil(full / 10)): number {
  return isFull ? full : small
}
