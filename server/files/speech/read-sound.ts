import { OpusDecoder } from 'opus-decoder'
import { dayMs } from '../../core/time/moments.ts'
import { type FileBytes, openFileBytes } from './file-bytes.ts'
import { type OpusTrack, packetMs } from './opus-track.ts'
import { readOgg } from './read-ogg.ts'
import { readWav } from './read-wav.ts'
import { readWebm } from './read-webm.ts'
import { resampler } from './resample.ts'
import { UnreadableSound } from './unreadable-sound.ts'

/** What a model listens to: samples of one channel, so many a second. */
export const sampleRate = 16_000

/** Samples that follow one another, and when the first of them sounds. */
export type Sound = { atMs: number; samples: Float32Array }

/** A day of sound is no hearing. */
export const mostMs = dayMs
/** So many packets in a row that cannot be decoded are not an accident. */
const mostFaults = 500
/** A decoder that begins in the middle needs a moment until it is right. */
const runUpMs = 100

/** WebM and Ogg with Opus, and WAV, from some time on. */
export async function* readSound(path: string, fromMs = 0): AsyncGenerator<Sound> {
  const bytes = openFileBytes(path)
  try {
    const start = Buffer.from(bytes.peek(4))
    if (start.toString('latin1') === 'RIFF') yield* plainSound(bytes, fromMs)
    else if (start.toString('latin1') === 'OggS') yield* decoded(readOgg(bytes), fromMs)
    else if (start.toString('hex') === '1a45dfa3') yield* decoded(readWebm(bytes), fromMs)
    else throw new UnreadableSound('The sound is neither WebM nor Ogg with Opus, nor WAV.')
  } finally {
    bytes.close()
  }
}

function* plainSound(bytes: FileBytes, fromMs: number): Generator<Sound> {
  const { rate, blocks } = readWav(bytes)
  const resample = resampler(rate, sampleRate)
  let atMs = 0
  for (const block of blocks) {
    const samples = resample(block)
    yield* from({ atMs, samples }, fromMs)
    atMs += (samples.length / sampleRate) * 1000
    refuseTooLong(atMs)
  }
}

/** What the decoder has room for, for each channel. */
const mostPacketBytes = 32_000 * 0.12
const undecoded = { channelData: [], samplesDecoded: 0, errors: [] }

async function* decoded({ channels, packets }: OpusTrack, fromMs: number): AsyncGenerator<Sound> {
  if (channels < 1 || channels > 2)
    throw new UnreadableSound('The sound must have one channel or two to be transcribed.')
  const decoder = new OpusDecoder({
    sampleRate,
    channels,
    streamCount: 1,
    coupledStreamCount: channels - 1,
    channelMappingTable: channels === 2 ? [0, 1] : [0],
  })
  await decoder.ready
  let faults = 0
  let lastMs = 0
  try {
    for (const { atMs, data } of packets) {
      refuseTooLong(atMs)
      if (atMs < lastMs - 1000 || data.length === 0) continue
      lastMs = Math.max(lastMs, atMs)
      if (atMs + packetMs(data) < fromMs - runUpMs) continue
      const isTooLarge = data.length > mostPacketBytes * channels
      const { channelData, samplesDecoded, errors } = isTooLarge ? undecoded : decoder.decodeFrame(data)
      if (errors.length > 0 || samplesDecoded === 0) {
        faults += 1
        if (faults > mostFaults)
          throw new UnreadableSound('The sound is damaged: too little of it can be decoded.')
        continue
      }
      faults = 0
      yield* from({ atMs, samples: mixed(channelData, samplesDecoded) }, fromMs)
    }
  } finally {
    decoder.free()
  }
}

function mixed(channelData: readonly Float32Array[], count: number): Float32Array {
  const [left = new Float32Array(count), right] = channelData
  if (!right) return left.slice(0, count)
  return Float32Array.from({ length: count }, (_, index) => ((left[index] ?? 0) + (right[index] ?? 0)) / 2)
}

function* from(sound: Sound, fromMs: number): Generator<Sound> {
  const early = Math.round(((fromMs - sound.atMs) * sampleRate) / 1000)
  if (early <= 0) yield sound
  else if (early < sound.samples.length) yield { atMs: fromMs, samples: sound.samples.subarray(early) }
}

function refuseTooLong(atMs: number) {
  if (!(atMs <= mostMs)) throw new UnreadableSound('The sound is longer than a day.')
}
