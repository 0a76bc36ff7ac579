import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until it is so; a test that waits for what never comes fails, and says so. */
export async function until(isSo: () => boolean | Promise<boolean>, everyMs = 50): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!(await isSo())) {
    if (performance.now() > deadline) assert.fail('it did not come to be within a minute')
    await sleep(everyMs)
  }
}
