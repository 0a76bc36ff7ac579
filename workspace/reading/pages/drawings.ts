/** How a page is to be drawn. */
export type Wanted = {
  page: number
  documentId: string
  /** Page within the document, from 0. */
  offset: number
  scale: number
  rotation: number
}

export type Drawing<Picture> = { done: Promise<Picture>; cancel(): void }

export type Drawings<Picture> = {
  /** A picture that is there already. The caller owns it until they give it back. */
  take(wanted: Wanted): Picture | undefined
  giveBack(wanted: Wanted, picture: Picture): void
  /** Draws a page that is waited for: of several, the one at the least distance comes first. */
  draw(wanted: Wanted, distance: () => number): Drawing<Picture>
  /** Draws pages that may be shown next, the likeliest first, while no page is waited for. */
  prepare(likely: readonly Wanted[]): void
  /** Forgets every picture that is not in use. */
  clear(): void
}

type Means<Picture> = {
  draw(wanted: Wanted): Drawing<Picture>
  pixelsOf(picture: Picture): number
  discard(picture: Picture): void
}

type Job<Picture> = {
  wanted: Wanted
  key: string
  /** Undefined while it is not waited for. */
  distance: (() => number) | undefined
  result: PromiseWithResolvers<Picture>
  cancel?: () => void
}

const maxKept = 8
const maxKeptPixels = 20_000_000
const maxLikely = 4

/**
 * The pages of a case as pictures. One is drawn at a time: two would share the thread, and both come later. Pages that
 * were shown or may be shown next are kept within bounds, so that turning to them takes no time.
 */
export function pageDrawings<Picture>({ draw, pixelsOf, discard }: Means<Picture>): Drawings<Picture> {
  /** The latest is last. */
  const kept = new Map<string, Picture>()
  let waiting: Job<Picture>[] = []
  let current: Job<Picture> | undefined
  let isStarting = false

  function keep(key: string, picture: Picture) {
    forget(key)
    kept.set(key, picture)
    let [rank, pixels] = [0, 0]
    for (const [other, picture] of [...kept].toReversed()) {
      rank += 1
      pixels += pixelsOf(picture)
      if (rank > maxKept || (rank > 1 && pixels > maxKeptPixels)) forget(other)
    }
  }

  function forget(key: string) {
    const picture = kept.get(key)
    if (picture === undefined) return
    kept.delete(key)
    discard(picture)
  }

  /** After all requests of this task. */
  function startSoon() {
    if (isStarting) return
    isStarting = true
    queueMicrotask(() => {
      isStarting = false
      const next = current ? undefined : mostUrgent(waiting)
      if (!next) return
      waiting = waiting.filter((job) => job !== next)
      current = next
      void run(next)
    })
  }

  async function run(job: Job<Picture>) {
    try {
      const drawing = draw(job.wanted)
      job.cancel = drawing.cancel
      const picture = await drawing.done
      if (current !== job) discard(picture)
      else if (job.distance) job.result.resolve(picture)
      else keep(job.key, picture)
    } catch (error) {
      job.result.reject(error)
    } finally {
      if (current === job) current = undefined
      startSoon()
    }
  }

  function drop(job: Job<Picture>) {
    waiting = waiting.filter((other) => other !== job)
    if (current !== job) return
    current = undefined
    job.cancel?.()
    startSoon()
  }

  const jobOf = (wanted: Wanted, distance?: () => number): Job<Picture> => {
    const result = Promise.withResolvers<Picture>()
    result.promise.catch(() => {})
    return { wanted, key: keyOf(wanted), distance, result }
  }

  return {
    take(wanted) {
      const key = keyOf(wanted)
      const found = kept.get(key)
      kept.delete(key)
      return found
    },
    giveBack: (wanted, picture) => keep(keyOf(wanted), picture),
    draw(wanted, distance) {
      const key = keyOf(wanted)
      const begun = [current, ...waiting].find((job) => job?.key === key && !job.distance)
      const job = begun ?? jobOf(wanted, distance)
      job.distance = distance
      if (!begun) waiting.push(job)
      // A page that is not waited for makes way.
      if (current && !current.distance) drop(current)
      startSoon()
      return { done: job.result.promise, cancel: () => drop(job) }
    },
    prepare(likely) {
      const isKnown = ({ key }: Job<Picture>) =>
        kept.has(key) || [current, ...waiting].some((job) => job?.key === key)
      const fresh = likely.map((wanted) => jobOf(wanted)).filter((job) => !isKnown(job))
      const before = waiting.filter(({ distance }) => !distance)
      waiting = [...waiting.filter(({ distance }) => distance), ...[...fresh, ...before].slice(0, maxLikely)]
      // While a page number is typed, each digit makes another page likely: the one before must not hold it up.
      const isStillLikely = likely.some((wanted) => keyOf(wanted) === current?.key)
      if (current && !current.distance && fresh.length > 0 && !isStillLikely) drop(current)
      startSoon()
    },
    clear() {
      for (const key of [...kept.keys()]) forget(key)
      for (const job of [...waiting, ...(current ? [current] : [])]) if (!job.distance) drop(job)
    },
  }
}

function mostUrgent<Picture>(jobs: readonly Job<Picture>[]): Job<Picture> | undefined {
  const awaited = jobs.filter(({ distance }) => distance)
  if (awaited.length === 0) return jobs[0]
  const distances = awaited.map(({ distance }) => distance?.() ?? 0)
  return awaited[distances.indexOf(Math.min(...distances))]
}

const keyOf = ({ page, documentId, offset, scale, rotation }: Wanted) =>
  [page, documentId, offset, scale.toFixed(4), rotation, globalThis.devicePixelRatio].join(' ')
