/** The sandbox: smallest first, so that the first are soon there. */
export const defaultSizes = [20, 34, 48, 60, 75, 90, 150, 260, 420, 800, 1500, 2500] as const

export type Seed = string | number

export const mostPages = 50_000

/** What a synthetic case is known by; to look for it takes none of the modules that make it. */
export function externalIdOf(seed: Seed, index: number, pages: number): string {
  if (!/^[\w.-]{1,64}$/.test(String(seed))) {
    throw new RangeError('a seed is 1 to 64 letters, digits, dots, dashes or underscores')
  }
  if (!Number.isSafeInteger(index) || index < 0) throw new RangeError('the index must be a whole number')
  if (!Number.isSafeInteger(pages) || pages < 1 || pages > mostPages) {
    throw new RangeError(`a case has 1 to ${mostPages} pages`)
  }
  return `synthetic-${seed}-${index}-${pages}`
}
