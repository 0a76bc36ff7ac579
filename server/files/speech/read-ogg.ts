import type { FileBytes } from './file-bytes.ts'
import type { OpusPacket, OpusTrack } from './opus-track.ts'
import { packetMs } from './opus-track.ts'
import { UnreadableSound } from './unreadable-sound.ts'

const headerBytes = 27
const mostPacketBytes = 1024 * 1024

/** The packets of an Ogg file with one Opus stream, one after the other in time. */
export function readOgg(bytes: FileBytes): OpusTrack {
  const all = packetsOf(bytes)
  const head = all.next().value
  if (!head || textOf(head, 8) !== 'OpusHead')
    throw new UnreadableSound('The Ogg file has no sound of the kind Opus.')
  const channels = head[9] ?? 1
  return { channels, packets: packets() }

  function* packets(): Generator<OpusPacket> {
    let atMs = 0
    for (const data of all) {
      if (textOf(data, 8) === 'OpusTags') continue
      yield { atMs, data }
      atMs += packetMs(data)
    }
  }
}

/** Pages hold segments of up to 255 bytes; a shorter one ends a packet. */
function* packetsOf(bytes: FileBytes): Generator<Uint8Array> {
  let parts: Uint8Array[] = []
  let length = 0
  for (;;) {
    const header = bytes.peek(headerBytes)
    if (header.length < headerBytes) return
    if (textOf(header, 4) !== 'OggS') throw new UnreadableSound('The Ogg file is damaged.')
    const segments = header[26] ?? 0
    bytes.skip(headerBytes)
    const sizes = bytes.take(segments).slice()
    if (sizes.length < segments) return
    for (const size of sizes) {
      const part = bytes.take(size)
      if (part.length < size) return
      parts.push(part.slice())
      length += size
      if (length > mostPacketBytes) throw new UnreadableSound('The Ogg file is damaged: a part is too large.')
      if (size === 255) continue
      yield Buffer.concat(parts)
      parts = []
      length = 0
    }
  }
}

function textOf(data: Uint8Array, length: number): string {
  return Buffer.from(data.subarray(0, length)).toString('latin1')
}
