import { type OpusPacket, packetMs } from './opus-track.ts'

/** Twenty milliseconds of silence, as an encoder writes them. */
const silence = new Uint8Array([0xf8, 0xff, 0xfe])
const silenceMs = 20
const samplesPerMs = 48
const mostPagePackets = 50
/** So many lengths a page can have: each stands for 255 bytes at most. */
const mostLengths = 255
const serial = 1

/**
 * An Ogg file of Opus packets (RFC 7845). Where packets leave a gap there is silence, so that what is heard at a time was
 * said at that time.
 */
export function* writeOgg(packets: Iterable<OpusPacket>, channels: 1 | 2): Generator<Buffer> {
  let number = 0
  let samples = 0
  let waiting: Uint8Array[] = []
  const page = (body: readonly Uint8Array[], flags: number, granule: number) =>
    pageOf(body, { flags, granule, number: number++ })
  yield page([head(channels)], 2, 0)
  yield page([tags()], 0, 0)
  const ms = () => samples / samplesPerMs
  function* add(data: Uint8Array, durationMs: number): Generator<Buffer> {
    if (waiting.length === mostPagePackets || lengthsOf([...waiting, data]) > mostLengths) {
      yield page(waiting, 0, samples)
      waiting = []
    }
    samples += durationMs * samplesPerMs
    waiting.push(data)
  }
  for (const { atMs, data } of packets) {
    while (atMs - ms() >= silenceMs) yield* add(silence, silenceMs)
    // Two recorders of one person do not speak at once: what comes too early is a repetition.
    if (ms() - atMs > 5 * silenceMs) continue
    yield* add(Uint8Array.from(data), packetMs(data))
  }
  yield page(waiting, 4, samples)
}

const lengthsOf = (packets: readonly Uint8Array[]) =>
  packets.reduce((sum, { length }) => sum + Math.floor(length / 255) + 1, 0)

function head(channels: number): Buffer {
  const bytes = Buffer.alloc(19)
  bytes.write('OpusHead', 'latin1')
  bytes.writeUInt8(1, 8)
  bytes.writeUInt8(channels, 9)
  bytes.writeUInt16LE(0, 10)
  bytes.writeUInt32LE(48_000, 12)
  return bytes
}

function tags(): Buffer {
  const vendor = Buffer.from('Portico')
  const bytes = Buffer.alloc(8 + 4 + vendor.length + 4)
  bytes.write('OpusTags', 'latin1')
  bytes.writeUInt32LE(vendor.length, 8)
  vendor.copy(bytes, 12)
  return bytes
}

function pageOf(
  packets: readonly Uint8Array[],
  { flags, granule, number }: { flags: number; granule: number; number: number },
): Buffer {
  const lacing = packets.flatMap(({ length }) => [
    ...new Array<number>(Math.floor(length / 255)).fill(255),
    length % 255,
  ])
  const header = Buffer.alloc(27 + lacing.length)
  header.write('OggS', 'latin1')
  header.writeUInt8(flags, 5)
  header.writeBigUInt64LE(BigInt(Math.round(granule)), 6)
  header.writeUInt32LE(serial, 14)
  header.writeUInt32LE(number, 18)
  header.writeUInt8(lacing.length, 26)
  header.set(lacing, 27)
  const page = Buffer.concat([header, ...packets])
  page.writeUInt32LE(checksum(page), 22)
  return page
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1
  return value >>> 0
})

/** The one of Ogg: not reflected, from zero. */
function checksum(bytes: Uint8Array): number {
  let value = 0
  for (const byte of bytes) value = ((value << 8) ^ (table[((value >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0
  return value
}
