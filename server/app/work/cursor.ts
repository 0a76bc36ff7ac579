/** A place in a list as one word that callers pass back as they got it. */
export function cursorOf(parts: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** The parts of a cursor, to be checked one by one: anyone can make one. Empty where it is none. */
export function partsOf(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}
