import type { FileBytes } from './file-bytes.ts'
import { UnreadableSound } from './unreadable-sound.ts'

/** Uncompressed sound: samples of one channel each, from -1 to 1, in blocks of about a second. */
export type PlainSound = { rate: number; blocks: Iterable<Float32Array> }

const plain = 1
const float = 3
const extensible = 0xfffe

export function readWav(bytes: FileBytes): PlainSound {
  if (textOf(bytes.take(12), 8) !== 'WAVE') throw new UnreadableSound('The file is not a WAV file.')
  let format: { kind: number; channels: number; rate: number; bits: number } | undefined
  for (;;) {
    const header = bytes.take(8)
    if (header.length < 8) throw new UnreadableSound('The WAV file has no sound.')
    const name = textOf(header, 0)
    const size = viewOf(header).getUint32(4, true)
    if (name === 'data') break
    if (name !== 'fmt ') {
      bytes.skip(size + (size % 2))
      continue
    }
    const view = viewOf(bytes.peek(Math.min(size, 64)))
    if (view.byteLength < 16) throw new UnreadableSound('The WAV file is damaged.')
    const given = view.getUint16(0, true)
    const kind = given === extensible && view.byteLength >= 26 ? view.getUint16(24, true) : given
    format = {
      kind,
      channels: view.getUint16(2, true),
      rate: view.getUint32(4, true),
      bits: view.getUint16(14, true),
    }
    bytes.skip(size + (size % 2))
  }
  if (!format) throw new UnreadableSound('The WAV file is damaged.')
  const { kind, channels, rate, bits } = format
  const sample = sampleOf(kind, bits)
  if (!sample || channels < 1 || channels > 8 || rate < 8000 || rate > 192_000)
    throw new UnreadableSound('The WAV file is of a kind that cannot be transcribed.')
  return { rate, blocks: blocks(channels, bits / 8, sample) }

  function* blocks(channels: number, width: number, sample: Sample): Generator<Float32Array> {
    const frameBytes = channels * width
    for (;;) {
      const taken = bytes.take(rate * frameBytes)
      const frames = Math.floor(taken.length / frameBytes)
      if (frames === 0) return
      const view = viewOf(taken)
      const mono = new Float32Array(frames)
      for (let frame = 0; frame < frames; frame++) {
        let sum = 0
        for (let channel = 0; channel < channels; channel++)
          sum += sample(view, frame * frameBytes + channel * width)
        mono[frame] = sum / channels
      }
      yield mono
    }
  }
}

type Sample = (view: DataView, at: number) => number

function sampleOf(kind: number, bits: number): Sample | undefined {
  if (kind === plain && bits === 8) return (view, at) => (view.getUint8(at) - 128) / 128
  if (kind === plain && bits === 16) return (view, at) => view.getInt16(at, true) / 32_768
  if (kind === plain && bits === 24)
    return (view, at) => (view.getUint8(at) / 256 + view.getInt16(at + 1, true)) / 32_768
  if (kind === plain && bits === 32) return (view, at) => view.getInt32(at, true) / 2 ** 31
  if (kind === float && bits === 32) return (view, at) => finite(view.getFloat32(at, true))
  return undefined
}

const finite = (value: number) => (Number.isFinite(value) ? Math.max(-1, Math.min(1, value)) : 0)

function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength)
}

function textOf(data: Uint8Array, at: number): string {
  return Buffer.from(data.subarray(at, at + 4)).toString('latin1')
}
