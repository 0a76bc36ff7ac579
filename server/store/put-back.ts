const forgetting = new Set<() => void>()

/**
 * For whatever remembers something by a version of a case, or by a number that the database gives: in a log that was put
 * back, the same version may be of other events.
 */
export function whenPutBack(forget: () => void): void {
  forgetting.add(forget)
}

/** Another epoch has begun under this process. */
export function forgetAll(): void {
  for (const forget of forgetting) forget()
}
