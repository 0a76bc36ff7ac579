/** Reads bytes from `start` up to, not including, `end`. */
export type Read = (start: number, end: number) => Promise<Uint8Array<ArrayBuffer>>

export type ByteRanges = {
  read: Read
  /** Fetches what will be asked for, before it is. */
  ahead(start: number, end: number): void
  isBusy(): boolean
}

/** What is asked for at once, and by pdf.js too. */
export const blockSize = 2 ** 17

type Waiting = { block: number; result: PromiseWithResolvers<Uint8Array<ArrayBuffer>> }

const mostAtOnce = 4
/** So many blocks are fetched by one request at most. */
const mostTogether = 8

/**
 * Reads a file in blocks. What was asked for last comes first: it belongs to the page that somebody looks at, while all
 * that a file refers to may be asked for before it. Neighbours that wait are fetched together.
 */
export function byteRanges(length: number, blockSize: number, fetchRange: Read): ByteRanges {
  const waiting: Waiting[] = []
  const fetchedAhead = new Map<number, Promise<Uint8Array<ArrayBuffer>>>()
  let running = 0

  function readBlock(block: number): Promise<Uint8Array<ArrayBuffer>> {
    const known = fetchedAhead.get(block)
    // Each block is asked for once: what has been handed over is kept by who asked.
    fetchedAhead.delete(block)
    if (known) return known
    const result = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
    waiting.push({ block, result })
    queueMicrotask(start)
    return result.promise
  }

  function start() {
    while (running < mostAtOnce && waiting.length > 0) void fetchTogether(takeRun())
  }

  /** The block that was asked for last, with its neighbours. */
  function takeRun(): Waiting[] {
    const byBlock = new Map(waiting.map((one) => [one.block, one]))
    const last = waiting.at(-1) as Waiting
    const run = [last]
    for (let at = last.block + 1; run.length < mostTogether && byBlock.has(at); at++)
      run.push(byBlock.get(at) as Waiting)
    for (let at = last.block - 1; run.length < mostTogether && byBlock.has(at); at--)
      run.unshift(byBlock.get(at) as Waiting)
    const taken = new Set(run)
    waiting.splice(0, waiting.length, ...waiting.filter((one) => !taken.has(one)))
    return run
  }

  async function fetchTogether(run: readonly Waiting[]) {
    running += 1
    const from = (run[0] as Waiting).block * blockSize
    try {
      const bytes = await fetchRange(from, Math.min(length, from + run.length * blockSize))
      for (const [at, { result }] of run.entries())
        result.resolve(run.length === 1 ? bytes : bytes.slice(at * blockSize, (at + 1) * blockSize))
    } catch (error) {
      for (const { result } of run) result.reject(error)
    } finally {
      running -= 1
      start()
    }
  }

  const blocksOf = (from: number, end: number) => {
    const first = Math.floor(Math.max(0, from) / blockSize)
    const last = Math.ceil(Math.min(end, length) / blockSize) - 1
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
  }

  return {
    async read(from, end) {
      const blocks = blocksOf(from, end)
      const parts = await Promise.all(blocks.map(readBlock))
      const [only] = parts
      const skipped = from - (blocks[0] ?? 0) * blockSize
      if (only && parts.length === 1 && skipped === 0 && only.length === end - from) return only
      const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
      let at = 0
      for (const part of parts) {
        all.set(part, at)
        at += part.length
      }
      return all.slice(skipped, skipped + end - from)
    },
    ahead(from, end) {
      for (const block of blocksOf(from, end)) {
        if (fetchedAhead.has(block)) continue
        const coming = readBlock(block)
        coming.catch(() => fetchedAhead.delete(block))
        fetchedAhead.set(block, coming)
      }
    },
    isBusy: () => running > 0,
  }
}
