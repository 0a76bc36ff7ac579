/** Speech for tests: each word is a tone of its own, so that a small engine understands it, and decoding is real. */
export const toneWords = [
  'the',
  'hearing',
  'begins',
  'veteran',
  'testifies',
  'about',
  'his',
  'left',
  'knee',
  'tinnitus',
  'since',
  'service',
  'question',
  'answer',
  'representative',
  'judge',
  'thank',
  'you',
  'exhibit',
  'record',
] as const
export type ToneWord = (typeof toneWords)[number]

const [lowestHz, stepHz] = [400, 70]
const [wordMs, gapMs] = [180, 80]

export const toneOf = (word: ToneWord) => lowestHz + toneWords.indexOf(word) * stepHz
export const wordOfTone = (hz: number) => toneWords[Math.round((hz - lowestHz) / stepHz)]

/** A number is a pause in milliseconds. */
export type Spoken = readonly (ToneWord | number)[]

export function spoken(parts: Spoken, rate = 16_000): Float32Array {
  const pieces = parts.map((part) =>
    typeof part === 'number'
      ? new Float32Array(Math.round((part * rate) / 1000))
      : tone(toneOf(part), wordMs, gapMs, rate),
  )
  const all = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

function tone(hz: number, forMs: number, thenMs: number, rate: number): Float32Array {
  const sounding = Math.round((forMs * rate) / 1000)
  const samples = new Float32Array(sounding + Math.round((thenMs * rate) / 1000))
  for (let index = 0; index < sounding; index++) {
    const edge = Math.min(1, Math.min(index, sounding - index) / (rate * 0.01))
    samples[index] = 0.4 * edge * Math.sin((2 * Math.PI * hz * index) / rate)
  }
  return samples
}

/** 16 bits, with the same sound on each channel. */
export function wavOf(samples: Float32Array, { rate = 16_000, channels = 1 } = {}): Buffer {
  const data = Buffer.alloc(samples.length * 2 * channels)
  for (const [index, sample] of samples.entries())
    for (let channel = 0; channel < channels; channel++)
      data.writeInt16LE(Math.round(sample * 32_767), (index * channels + channel) * 2)
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + data.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(channels, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * 2 * channels, 28)
  header.writeUInt16LE(2 * channels, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(data.length, 40)
  return Buffer.concat([header, data])
}

/** A recording as a WAV file. */
export const spokenWav = (parts: Spoken, options?: { rate?: number; channels?: number }) =>
  wavOf(spoken(parts, options?.rate), options)
