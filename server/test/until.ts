import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than a busy machine takes for what has the lowest priority. */
const limitMs = 600_000

/** Looks until there is something, and gives it; a test that waits for what never comes fails, and says so. */
export async function until<Found>(
  look: () => Found | Promise<Found>,
  everyMs = 50,
): Promise<Exclude<Found, false | null | undefined>> {
  const deadline = performance.now() + limitMs
  for (;;) {
    const found = await look()
    if (found) return found as Exclude<Found, false | null | undefined>
    if (performance.now() > deadline) assert.fail(`it did not come to be within ${limitMs / 60_000} minutes`)
    await sleep(everyMs)
  }
}
