import type { Slot } from '@portico/contract/sessions'
import { zoned } from '../time/local-time.ts'

/**
 * The reminder that is due, by its days before the session in the session's zone: the latest one, unless it was sent or
 * precedes the scheduling of the slot. Earlier ones are skipped.
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
