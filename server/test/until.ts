import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Looks until there is something, and gives it; a test that waits for what never comes fails, and says so. */
export async function until<Found>(
  look: () => Found | Promise<Found>,
  everyMs = 50,
): Promise<Exclude<Found, false | null | undefined>> {
  const deadline = performance.now() + 60_000
  for (;;) {
    const found = await look()
    if (found) return found as Exclude<Found, false | null | undefined>
    if (performance.now() > deadline) assert.fail('it did not come to be within a minute')
    await sleep(everyMs)
  }
}
