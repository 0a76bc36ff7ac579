const callbacks = new Set<() => void>()

/**
 * For caches keyed by the version of a case or by a number from the database: in a restored log, the same version may refer to
 * other events.
 */
export function onRestore(forget: () => void): void {
  callbacks.add(forget)
}

/** Clears the caches when a new epoch of the log has begun. */
export function clearCaches(): void {
  for (const forget of callbacks) forget()
}
