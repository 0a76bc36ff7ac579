import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { openProcessorTime } from './processor-time.ts'

/**
 * Runs test files one after the other in this process, so that they share one database server: those named, or those
 * that the process which started this one hands out.
 */
const named = process.argv.slice(2)
/** For a file: a wait for what never comes ends here, whatever it is for. */
const limitMs = 1_800_000

async function nextFile(): Promise<string | undefined> {
  if (!process.send) return named.shift()
  process.send('next')
  const [file] = (await once(process, 'message')) as [string]
  return file || undefined
}

/** A file to which the processor time of each test file is added, with all that its tests have started. */
const times = process.env.TEST_TIMES
const processorSeconds = times ? openProcessorTime() : () => 0
let spent = processorSeconds()

for (let file = await nextFile(); file; file = await nextFile()) {
  await run(file)
  if (times) noteTime(file, times)
}
if (process.send) process.disconnect()
setTimeout(() => console.error('Still open after the last test:', whatIsOpen()), 60_000).unref()

/** Resolves when the last test of the file has ended, also where the file cannot be loaded. */
function run(file: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  describe(file, { timeout: limitMs }, async () => {
    after(() => resolve())
    await import(join(import.meta.dirname, '..', file)).catch((error) => {
      resolve()
      throw error
    })
  })
  return promise
}

function noteTime(file: string, times: string) {
  const now = processorSeconds()
  appendFileSync(times, `${(now - spent).toFixed(2)} ${process.env.TEST_SIZE ?? 'small'} ${file}\n`)
  spent = now
}

/** What keeps this process: its timers by number, all else by what it is. */
function whatIsOpen(): string[] {
  type Handle = { spawnargs?: string[]; remoteAddress?: string; remotePort?: number }
  const { _getActiveHandles: handles } = process as unknown as { _getActiveHandles(): Handle[] }
  const timers = process.getActiveResourcesInfo().filter((name) => /Timeout|Immediate/.test(name))
  const others = handles().map((handle) => {
    const { spawnargs = [], remoteAddress = '', remotePort = '' } = handle
    return [handle.constructor.name, ...spawnargs, remoteAddress, remotePort].join(' ').trim().slice(0, 200)
  })
  return [`${timers.length} timers`, ...others]
}
