import type { Slot } from '@portico/contract/sessions'
import { zoned } from '../time/local-time.ts'

/**
 * The reminder that is due, by its days before the session on the clock of its zone: the last that has come, unless the
 * session got its slot later than that or it was sent. Those before it are past.
 */
export function reminderDue(
  { slot, slotSince, reminded }: { slot: Slot; slotSince: Date; reminded: readonly number[] },
  reminderDays: readonly number[],
  now: Date,
): number | undefined {
  const starts = zoned(new Date(slot.startsAt), slot.timeZone)
  const dueAt = (days: number) => starts.subtract({ days }).epochMilliseconds
  const last = reminderDays.toSorted((a, b) => a - b).find((days) => dueAt(days) <= now.getTime())
  if (last === undefined || reminded.includes(last) || slotSince.getTime() > dueAt(last)) return undefined
  return last
}
