import type { FileBytes } from './file-bytes.ts'
import type { OpusPacket, OpusTrack } from './opus-track.ts'
import { UnreadableSound } from './unreadable-sound.ts'

const ids = {
  segment: 0x18538067,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  codec: 0x86,
  codecPrivate: 0x63a2,
  audio: 0xe1,
  channels: 0x9f,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
} as const

/** Read into; what they hold is met one after the other. */
const containers: readonly number[] = [
  ids.segment,
  ids.cluster,
  ids.blockGroup,
  ids.tracks,
  ids.trackEntry,
  ids.audio,
  ids.info,
]
/** A packet of Opus has at most 61 kB; what describes a track has far less. */
const mostElementBytes = 1024 * 1024

/**
 * The packets of the first Opus track of a WebM file, as browsers record it: clusters may be of unknown size, and the
 * end may be missing.
 */
export function readWebm(bytes: FileBytes): OpusTrack {
  const head = { scaleNs: 1_000_000, entry: 0, entryCodec: '', channels: 1, track: 0 }
  const first = nextBlock()
  if (head.track === 0) throw new UnreadableSound('The WebM file has no sound of the kind Opus.')
  return { channels: head.channels, packets: packets() }

  function* packets(): Generator<OpusPacket> {
    let clusterMs = 0
    let block = first
    while (block) {
      if (block.clusterMs !== undefined) clusterMs = block.clusterMs
      else {
        const packet = packetIn(block.data, clusterMs)
        if (packet) yield packet
      }
      block = nextBlock()
    }
  }

  /** The next block, or where a cluster begins in time; on the way the tracks are noted. */
  function nextBlock(): { clusterMs?: number; data: Uint8Array } | undefined {
    for (;;) {
      const id = elementId(bytes)
      if (id === undefined) return undefined
      const size = elementSize(bytes)
      if (size === undefined) return undefined
      if (containers.includes(id)) {
        if (id === ids.trackEntry) Object.assign(head, { entry: 0, entryCodec: '' })
        continue
      }
      if (size === unknownSize) throw new UnreadableSound('The WebM file is damaged: a part has no size.')
      if (!wanted.has(id)) {
        bytes.skip(size)
        continue
      }
      if (size > mostElementBytes) throw new UnreadableSound('The WebM file is damaged: a part is too large.')
      const data = bytes.take(size)
      if (data.length < size) return undefined
      if (id === ids.timestamp) return { clusterMs: (unsigned(data) * head.scaleNs) / 1e6, data }
      if (id === ids.simpleBlock || id === ids.block) return { data: data.slice() }
      note(id, data)
    }
  }

  function note(id: number, data: Uint8Array) {
    if (id === ids.timestampScale) head.scaleNs = unsigned(data) || 1_000_000
    if (id === ids.trackNumber) head.entry = unsigned(data)
    if (id === ids.codec) head.entryCodec = Buffer.from(data).toString('latin1').replace(/\0+$/, '')
    if (id === ids.channels && head.track === head.entry) head.channels = unsigned(data)
    if (head.track === 0 && head.entry !== 0 && head.entryCodec === 'A_OPUS') head.track = head.entry
    const isOurs = head.track === 0 || head.track === head.entry
    if (
      isOurs &&
      id === ids.codecPrivate &&
      Buffer.from(data.subarray(0, 8)).toString('latin1') === 'OpusHead'
    )
      head.channels = data[9] ?? 1
  }

  function packetIn(block: Uint8Array, clusterMs: number): OpusPacket | undefined {
    const track = variable(block, 0)
    if (!track || track.value !== head.track || block.length < track.length + 4) return undefined
    const view = new DataView(block.buffer, block.byteOffset, block.byteLength)
    const atMs = clusterMs + (view.getInt16(track.length) * head.scaleNs) / 1e6
    const isLaced = ((block[track.length + 2] ?? 0) & 0x06) !== 0
    if (isLaced) throw new UnreadableSound('The WebM file packs its sound in a way that is not supported.')
    return { atMs, data: block.subarray(track.length + 3) }
  }
}

const unknownSize = -1
const wanted = new Set<number>([
  ids.timestamp,
  ids.simpleBlock,
  ids.block,
  ids.trackNumber,
  ids.codec,
  ids.codecPrivate,
  ids.channels,
  ids.timestampScale,
])

function elementId(bytes: FileBytes): number | undefined {
  const [first] = bytes.peek(1)
  if (first === undefined) return undefined
  const length = Math.clz32(first) - 23
  if (length > 4) throw new UnreadableSound('The WebM file is damaged.')
  const taken = bytes.take(length)
  return taken.length < length ? undefined : unsigned(taken)
}

function elementSize(bytes: FileBytes): number | undefined {
  const found = variable(bytes.peek(8), 0)
  if (!found) return undefined
  bytes.skip(found.length)
  return found.isUnknown ? unknownSize : found.value
}

/** A number whose first bits say how long it is. */
function variable(data: Uint8Array, at: number) {
  const first = data[at]
  if (first === undefined) return undefined
  const length = Math.clz32(first) - 23
  if (length > 8 || at + length > data.length) return undefined
  let value = first & (0xff >> length)
  let isUnknown = value === 0xff >> length
  for (let index = 1; index < length; index++) {
    const byte = data[at + index] ?? 0
    if (byte !== 0xff) isUnknown = false
    value = value * 256 + byte
  }
  return { value, length, isUnknown }
}

function unsigned(data: Uint8Array): number {
  let value = 0
  for (const byte of data.subarray(0, 8)) value = value * 256 + byte
  return value
}
