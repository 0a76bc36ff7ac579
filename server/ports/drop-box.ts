import { randomUUID } from 'node:crypto'
import type { Bytes, CallContext, FileRef } from '@portico/contract/ports/kit'
import { PortError } from '@portico/contract/ports/kit'

/** Files at the other side. Paths are relative to the folder of the binding, which nobody makes. */
export type Place = {
  /** Throws if the folder of the binding is not there. */
  find(): Promise<void>
  /** With those above it; one that is there already stays. */
  makeFolder(path: string): Promise<void>
  /** A new file, on the disk when this returns. */
  write(path: string, bytes: Bytes): Promise<void>
  /** Undefined if there is no such file. */
  read(path: string): Promise<string | undefined>
  exists(path: string): Promise<boolean>
  /** The names in a folder. */
  list(path: string): Promise<string[]>
  /** Atomic, and on the disk when this returns. False if it could not be, because a folder is there already. */
  move(from: string, to: string): Promise<boolean>
  /** With all that is in it, if it is there. */
  remove(path: string): Promise<void>
  close(): Promise<void>
}

/** What is dropped under one key: a folder that appears whole, with an index of its files. */
export type Package = {
  key: string
  name: string
  index: { name: string; of: object }
  files: readonly FileRef[]
}

export const staging = '.portico/staging'
const sent = '.portico/sent'

export type DropBox = ReturnType<typeof openDropBox>

/**
 * Hands things over as folders. Each is written under another name and then renamed, so whoever watches sees all of it
 * or nothing; a mark that is made before the renaming says, after a crash, that it was on its way, even if somebody has
 * taken it away since.
 */
export function openDropBox(reach: (signal: AbortSignal) => Promise<Place>, host: { now(): Date }) {
  const underWay = new Map<string, Promise<unknown>>()

  /** Two attempts at the same work are one. */
  const once = <Done>({ key, signal }: CallContext, work: (place: Place) => Promise<Done>): Promise<Done> => {
    const before = underWay.get(key) as Promise<Done> | undefined
    const now = before ?? at(signal, work).finally(() => underWay.delete(key))
    underWay.set(key, now)
    return now
  }

  const at = async <Done>(signal: AbortSignal, work: (place: Place) => Promise<Done>): Promise<Done> => {
    signal.throwIfAborted()
    const place = await reach(signal)
    try {
      await place.find()
      return await work(place)
    } catch (error) {
      if (error instanceof PortError || signal.aborted) throw error
      // A full disk, a lost mount, rights that were taken away: somebody may put it right.
      const { code, message } = error as NodeJS.ErrnoException
      throw new PortError('unavailable', `The outbound folder cannot be used: ${code ?? message}.`, {
        cause: error,
      })
    } finally {
      await place.close().catch(() => {})
    }
  }

  async function drop(
    place: Place,
    { key, name, index, files }: Package,
    { signal, open }: CallContext,
    refuse = async () => {},
  ): Promise<string> {
    const ready = `${staging}/${name}`
    const own = `${ready}.${randomUUID()}`
    let at = await place.read(`${sent}/${safe(key)}`)
    if (at === undefined) {
      await place.makeFolder(own)
      for (const other of await place.list(staging))
        if (other.startsWith(`${name}.`) && !own.endsWith(other)) await place.remove(`${staging}/${other}`)
      try {
        for (const file of files) {
          signal.throwIfAborted()
          await place.write(`${own}/${safe(file.name)}`, await open(file))
        }
        await place.write(`${own}/${index.name}`, bytesOf(`${JSON.stringify(index.of, null, 2)}\n`))
        signal.throwIfAborted()
        await refuse()
        await place.move(own, ready)
        at = await mark(place, `${sent}/${safe(key)}`, host.now().toISOString(), name)
      } finally {
        await place.remove(own).catch(() => {})
      }
    }
    if (await place.exists(ready)) await place.move(ready, name)
    return at
  }

  return { once, at, drop }
}

/** Makes a small file whole, unless it is there; says what stands in it. What is left after a crash goes with `of`. */
export async function mark(place: Place, path: string, text: string, of: string): Promise<string> {
  const before = await place.read(path)
  if (before !== undefined) return before
  const own = `${staging}/${of}.${randomUUID()}`
  await place.makeFolder(staging)
  await place.makeFolder(path.slice(0, path.lastIndexOf('/')))
  await place.write(own, bytesOf(text))
  await place.move(own, path)
  return text
}

async function* bytesOf(text: string): Bytes {
  yield Buffer.from(text)
}

/** A part of a file name, on any system: no separators, no dot in front, not too long. */
export function safe(part: string): string {
  return part
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+/, '')
    .slice(0, 80)
}
