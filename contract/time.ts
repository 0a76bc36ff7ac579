/** Moments as signatures and samples have them: the one place of the contract that reckons with `Date`. */

export const dayMs = 86_400_000

export const msBetween = (from: Date, to: Date): number => to.getTime() - from.getTime()

export const minutesEarlier = (at: Date, minutes: number): Date => new Date(at.getTime() - minutes * 60_000)

export const minutesLater = (at: Date, minutes: number): Date => minutesEarlier(at, -minutes)

/** Seconds since 1970. */
export const epochSeconds = (at: Date): number => Math.floor(at.getTime() / 1000)

export const fromEpochSeconds = (seconds: number): Date => new Date(seconds * 1000)
