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
