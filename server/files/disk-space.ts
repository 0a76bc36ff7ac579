import { statfs } from 'node:fs/promises'

/** What is asked before bytes are written; each throws `NoSpace` where there is no room for them. */
export type Room = {
  /** For files that come in: they leave the reserve alone. */
  refuseFiles(bytes?: number): void
  /** For copies that can be made again, so that reading goes on: they leave half of the reserve alone. */
  refuseCopies(): void
  /** Looks anew, and makes room where there is too little. */
  look(): Promise<void>
}

export type DiskSpace = Room & {
  /** For events: they leave alone what the database needs to stay up. */
  refuseWrites(): void
  isShort(): boolean
  freeBytes(): number
  reserveBytes: number
  /** What gives room back when it is short, in this order. */
  onShort(makeRoom: () => Promise<unknown>): void
  close(): void
}

/** More than the ballast itself, so that making it does not use up what it is for. */
const ballastMargin = 64 * 1024 ** 2

export type DiskSpaceOptions = {
  folders: readonly string[]
  reserveBytes: number
  /** Keeps room by for a start of the database, where there is enough. */
  keepBallast?: (() => Promise<void>) | undefined
  onChange?: (facts: { isShort: boolean; freeBytes: number }) => void
  lookMs?: number
  freeIn?: (folder: string) => Promise<number>
}

/**
 * How much room is left where the service writes. Files stop first, then copies, then events: the database is the
 * last to run out, since it would go down with the disk.
 */
export async function openDiskSpace(options: DiskSpaceOptions): Promise<DiskSpace> {
  const { folders, keepBallast, onChange = () => {}, lookMs = 1000, freeIn = freeBytesIn } = options
  // Without a reserve too, a disk where nothing is free has no room.
  const reserveBytes = Math.max(options.reserveBytes, 1)
  const least = { forCopies: Math.max(reserveBytes / 2, 1), forWrites: Math.max(reserveBytes / 4, 1) }
  const waysToMakeRoom: (() => Promise<unknown>)[] = []
  let freeBytes = Number.POSITIVE_INFINITY
  let wasShort = false
  let looking: Promise<void> | undefined

  const measure = async () => {
    freeBytes = Math.min(...(await Promise.all(folders.map(freeIn))))
  }
  const isShort = () => freeBytes < reserveBytes
  const isExhausted = () => freeBytes < least.forWrites

  async function lookOnce() {
    await measure()
    for (const makeRoom of isShort() ? waysToMakeRoom : []) {
      await makeRoom().catch(() => {})
      await measure()
      if (!isShort()) break
    }
    if (freeBytes > reserveBytes + ballastMargin) await keepBallast?.().catch(() => {})
    if (wasShort === isShort()) return
    wasShort = isShort()
    onChange({ isShort: wasShort, freeBytes })
  }

  const look = () => {
    looking ??= lookOnce().finally(() => {
      looking = undefined
    })
    return looking
  }

  await look()
  const timer = setInterval(() => void look().catch(() => {}), lookMs)
  timer.unref()

  return {
    isShort,
    freeBytes: () => freeBytes,
    reserveBytes: options.reserveBytes,
    look,
    onShort: (makeRoom) => void waysToMakeRoom.push(makeRoom),
    close: () => clearInterval(timer),
    refuseFiles(bytes = 0) {
      if (isShort()) throw new NoSpace('The disk is nearly full, so no files are accepted at the moment.')
      if (freeBytes - bytes < reserveBytes)
        throw new NoSpace('There is not enough space for a file of this size.')
    },
    refuseCopies() {
      if (freeBytes < least.forCopies)
        throw new NoSpace('The disk is nearly full, so no files are generated at the moment.')
    },
    refuseWrites() {
      if (isExhausted())
        throw new NoSpace('The disk is full, so nothing can be written at the moment; reading still works.')
    },
  }
}

/** Nobody's request is wrong, and no file is: what was to be done can be done once there is room. */
export class NoSpace extends Error {
  readonly code = 'ENOSPC'

  constructor(sentence: string) {
    super(`${sentence} What was stored is safe. Try again later.`)
    this.name = 'NoSpace'
  }
}

const noSpaceCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100']

/** The disk has no room, the account's quota is used up, or PostgreSQL says so of its own disk. */
export function isNoSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // What a worker throws comes here without its code.
  return noSpaceCodes.includes((error as { code?: unknown }).code) || /^(ENOSPC|EDQUOT):/.test(error.message)
}

/** Passes bytes on for as long as there is room for them. */
export async function* whileThereIsRoom<Chunk>(
  source: AsyncIterable<Chunk>,
  refuse: (() => void) | undefined,
): AsyncGenerator<Chunk> {
  refuse?.()
  for await (const chunk of source) {
    refuse?.()
    yield chunk
  }
}

async function freeBytesIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
