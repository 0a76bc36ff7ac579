import { randomUUID } from 'node:crypto'
import type { Adapter, Bytes, CallContext, FileRef, Host, InputOf } from '@portico/contract/ports/kit'
import { PortError } from '@portico/contract/ports/kit'
import type { output } from '@portico/contract/ports/output'
import Type from '@portico/contract/type'

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

/** The options of any adapter that drops. */
export const dropOptions = {
  channel: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 60,
      description:
        'What is written counts as delivered, by this channel. Without it, receipts follow as facts or through the API.',
    }),
  ),
  effectuation: Type.Optional(
    Type.Boolean({ description: 'Also write each released outcome, for a system of record.' }),
  ),
}

type DropOptions = { channel?: string; effectuation?: boolean }

type Deliver = InputOf<typeof output, 'deliver'>
type Recall = InputOf<typeof output, 'recall'>
type Outcome = InputOf<typeof output, 'effectuate'>

/** What is dropped under one key: a folder that appears whole, with an index of its files. */
type Package = { key: string; name: string; index: { name: string; of: object }; files: readonly FileRef[] }

const staging = '.portico/staging'
const sent = '.portico/sent'
const recalled = '.portico/recalled'

/**
 * Hands decisions over as folders. Each is written under another name and then renamed, so whoever watches sees all of
 * it or nothing; a mark that is made before the renaming says, after a crash, that it was on its way, even if somebody
 * has taken it away since.
 */
export function dropAdapter(
  reach: (signal: AbortSignal) => Promise<Place>,
  { channel, effectuation = false }: DropOptions,
  { destination, host }: { destination: string; host: Host<typeof output> },
): Adapter<typeof output> {
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

  const deliver = (input: Deliver, context: CallContext) =>
    once(context, async (place) => {
      const { deliveryId, docketNumber } = input
      const refuse = async () => {
        if (await place.exists(`${recalled}/${safe(deliveryId)}`))
          throw new PortError('refused', 'The decision was recalled: it is no longer delivered.')
      }
      await refuse()
      const name = [docketNumber, deliveryId, context.key].map(safe).join('_')
      const index = { name: 'delivery.json', of: { key: context.key, ...input } }
      const sentAt = await drop(place, { key: context.key, name, index, files: input.files }, context, refuse)
      if (channel === undefined) return {}
      return { receipt: { channel, destination, sentAt, tracking: name.slice(0, 200) } }
    })

  const recall = (input: Recall, context: CallContext) =>
    once(context, async (place) => {
      const name = [input.docketNumber, 'recall', context.key].map(safe).join('_')
      const ids = input.deliveries.map(({ deliveryId }) => safe(deliveryId))
      for (const id of ids) await mark(place, `${recalled}/${id}`, input.workProductId, name)
      for (const folder of ids.length > 0 ? [staging, ''] : [])
        for (const name of await place.list(folder))
          if (ids.some((id) => name.includes(`_${id}_`))) await takeBack(place, folder, name)
      const index = { name: 'recall.json', of: { key: context.key, ...input } }
      await drop(place, { key: context.key, name, index, files: [] }, context)
      return {}
    })

  const effectuate = (input: Outcome, context: CallContext) =>
    once(context, async (place) => {
      const name = [input.docketNumber, 'outcome', context.key].map(safe).join('_')
      const index = { name: 'outcome.json', of: { key: context.key, ...input } }
      await drop(place, { key: context.key, name, index, files: input.files }, context)
      return {}
    })

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

  return {
    supports: effectuation ? ['recall', 'effectuation'] : ['recall'],
    calls: { deliver, recall, ...(effectuation ? { effectuate } : {}) },
    check: (signal) => at(signal, async () => {}),
  }
}

/** Makes a small file whole, unless it is there; says what stands in it. What is left after a crash goes with `of`. */
async function mark(place: Place, path: string, text: string, of: string): Promise<string> {
  const before = await place.read(path)
  if (before !== undefined) return before
  const own = `${staging}/${of}.${randomUUID()}`
  await place.makeFolder(staging)
  await place.makeFolder(path.slice(0, path.lastIndexOf('/')))
  await place.write(own, bytesOf(text))
  await place.move(own, path)
  return text
}

/** What nobody has come for is gone at once, and not file by file. */
async function takeBack(place: Place, folder: string, name: string) {
  const own = `${staging}/${randomUUID()}`
  await place.move(`${folder}/${name}`, own)
  await place.remove(own)
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
