/** A WAV of a sine, or of what `at` says of each moment: 16 bits, one channel. */
export function wav(
  seconds: number,
  { rate = 16_000, at = (time: number) => 0.3 * Math.sin(2 * Math.PI * 440 * time) } = {},
): Uint8Array {
  const samples = Math.round(seconds * rate)
  const bytes = Buffer.alloc(44 + samples * 2)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(36 + samples * 2, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(rate, 24)
  bytes.writeUInt32LE(rate * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(samples * 2, 40)
  for (let index = 0; index < samples; index++)
    bytes.writeInt16LE(Math.round(32_767 * Math.max(-1, Math.min(1, at(index / rate)))), 44 + index * 2)
  return new Uint8Array(bytes)
}

/** A WebM file with Opus, as a browser records it, cut into chunks of a second: each 20 ms of silence but for a mark. */
export function webmChunks(seconds: number): Buffer[] {
  const element = (id: string, ...parts: Uint8Array[]) => {
    const body = Buffer.concat(parts)
    const size = Buffer.alloc(8)
    size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n))
    return Buffer.concat([Buffer.from(id, 'hex'), size, body])
  }
  const number = (value: number) =>
    Buffer.from([value >> 24, value >> 16, value >> 8, value].map((byte) => byte & 255))
  const ofUnknownSize = Buffer.from('01ffffffffffffff', 'hex')
  const track = element(
    'ae',
    element('d7', number(1)),
    element('86', Buffer.from('A_OPUS')),
    element('e1', element('9f', number(1))),
  )
  const start = Buffer.concat([
    element('1a45dfa3', element('4282', Buffer.from('webm'))),
    Buffer.concat([Buffer.from('18538067', 'hex'), ofUnknownSize]),
    element('1549a966', element('2ad7b1', number(1_000_000))),
    element('1654ae6b', track),
  ])
  const packet = Buffer.from([0xf8, 0xff, 0xfe])
  return Array.from({ length: seconds }, (_, second) => {
    const blocks = Array.from({ length: 50 }, (_, index) =>
      element('a3', Buffer.from([0x81, (index * 20) >> 8, (index * 20) & 255, 0x80]), packet),
    )
    const cluster = element('1f43b675', element('e7', number(second * 1000)), ...blocks)
    return second === 0 ? Buffer.concat([start, cluster]) : cluster
  })
}
