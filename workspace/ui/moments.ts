/** How far apart moments are. What runs before a screen is there needs no more of dates than this. */

/** Negative where it is past. */
export const msUntil = (instant: string | Date, now: Date = new Date()): number =>
  new Date(instant).getTime() - now.getTime()

/** Negative where the second is the earlier. */
export const msBetween = (from: string | Date, to: string | Date): number => msUntil(to, new Date(from))

export const msLater = (instant: string | Date, ms: number): Date =>
  new Date(new Date(instant).getTime() + ms)
