/** Reads bytes from `start` up to, not including, `end`. */
export type Read = (start: number, end: number) => Promise<Uint8Array<ArrayBuffer>>

export type ByteRanges = {
  read: Read
  /** Fetches bytes that will be read. */
  ahead(start: number, end: number): void
  isBusy(): boolean
}

/** Also the size of the requests of pdf.js. */
export const blockSize = 2 ** 17

type Waiting = { block: number; result: PromiseWithResolvers<Uint8Array<ArrayBuffer>> }

const maxRequests = 4
const maxBlocksPerRequest = 8

/**
 * Reads a file in blocks. The latest request comes first: it is for the page that is read, while earlier ones may be for
 * anything that the file refers to. Neighbouring blocks that wait are fetched together.
 */
export function byteRanges(length: number, blockSize: number, fetchRange: Read): ByteRanges {
  const waiting: Waiting[] = []
  const fetchedAhead = new Map<number, Promise<Uint8Array<ArrayBuffer>>>()
  let running = 0

  function readBlock(block: number): Promise<Uint8Array<ArrayBuffer>> {
    const known = fetchedAhead.get(block)
    // The caller keeps what it was given.
    fetchedAhead.delete(block)
    if (known) return known
    const result = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
    waiting.push({ block, result })
    queueMicrotask(start)
    return result.promise
  }

  function start() {
    while (running < maxRequests && waiting.length > 0) void fetchTogether(takeRun())
  }

  /** The block of the latest request, with its neighbours. */
  function takeRun(): Waiting[] {
    const byBlock = new Map(waiting.map((entry) => [entry.block, entry]))
    const last = waiting.at(-1) as Waiting
    const run = [last]
    for (let block = last.block + 1; run.length < maxBlocksPerRequest && byBlock.has(block); block++)
      run.push(byBlock.get(block) as Waiting)
    for (let block = last.block - 1; run.length < maxBlocksPerRequest && byBlock.has(block); block--)
      run.unshift(byBlock.get(block) as Waiting)
    const taken = new Set(run)
    waiting.splice(0, waiting.length, ...waiting.filter((entry) => !taken.has(entry)))
    return run
  }

  async function fetchTogether(run: readonly Waiting[]) {
    running += 1
    const from = (run[0] as Waiting).block * blockSize
    try {
      const bytes = await fetchRange(from, Math.min(length, from + run.length * blockSize))
      for (const [index, { result }] of run.entries())
        result.resolve(run.length === 1 ? bytes : bytes.slice(index * blockSize, (index + 1) * blockSize))
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
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  }

  return {
    async read(from, end) {
      const blocks = blocksOf(from, end)
      const parts = await Promise.all(blocks.map(readBlock))
      const [only] = parts
      const skipped = from - (blocks[0] ?? 0) * blockSize
      if (only && parts.length === 1 && skipped === 0 && only.length === end - from) return only
      const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
      let offset = 0
      for (const part of parts) {
        all.set(part, offset)
        offset += part.length
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
