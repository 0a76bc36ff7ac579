import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'

/** Lets everything else on the machine go before the thread that calls this, where the system knows threads apart. */
export function yieldToOthers(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), 19)
  } catch {
    // Elsewhere than on Linux it runs like any other thread.
  }
}
