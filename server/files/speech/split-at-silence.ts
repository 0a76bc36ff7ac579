import { type Sound, sampleRate } from './read-sound.ts'

/** A stretch in which somebody speaks, with a moment before and after. */
export type Stretch = { startMs: number; endMs: number; samples: Float32Array; isVoiced: boolean[] }

export const frameMs = 20
const frameSamples = (sampleRate * frameMs) / 1000
/** So many loud frames of the last five begin a stretch. */
const loudFrames = 3
/** A pause that ends a stretch; within a sentence people pause for less. */
const pauseFrames = 500 / frameMs
const marginFrames = 160 / frameMs
const leastFrames = 200 / frameMs
/** Models lose the thread beyond that; the quietest moment after `softFrames` is taken. */
const hardFrames = 20_000 / frameMs
const softFrames = 12_000 / frameMs
/** What counts as loud follows the noise of the room, within these bounds of full scale. */
const [quietest, loudest] = [0.0018, 0.02]
const aboveNoise = 3
const noiseFrames = 10_000 / frameMs
/** A jump in time of the sound: what was recorded before and after does not belong together. */
const gapMs = 200

type Frame = { samples: Float32Array; loudness: number; isLoud: boolean }

export type Splitter = {
  push(sound: Sound): Stretch[]
  /** At the end of the sound. */
  end(): Stretch[]
  /** Whether nobody is speaking: what comes next may be heard apart. */
  readonly isSilent: boolean
  /** Until when it has listened. */
  readonly atMs: number
  /** From when on it has to be told again, if it is to go on: what may be the beginning of a word. */
  readonly keptMs: number
}

/** Cuts sound into stretches of speech, as it comes, by loudness. */
export function splitAtSilence(): Splitter {
  let rest = new Float32Array(0)
  let restMs = 0
  let frames: Frame[] = []
  let firstMs = 0
  let isSpeech = false
  let quiet = 0
  const heard: number[] = []
  let threshold = quietest
  let untilThreshold = 0

  const nowMs = () => firstMs + frames.length * frameMs

  function push({ atMs, samples }: Sound): Stretch[] {
    const found: Stretch[] = []
    const expected = restMs + (rest.length / sampleRate) * 1000
    if (Math.abs(atMs - expected) > gapMs) {
      found.push(...end())
      restMs = atMs
      firstMs = atMs
    }
    const all = new Float32Array(rest.length + samples.length)
    all.set(rest)
    all.set(samples, rest.length)
    let at = 0
    for (; at + frameSamples <= all.length; at += frameSamples)
      found.push(...hear(all.slice(at, at + frameSamples)))
    rest = all.slice(at)
    restMs += (at / sampleRate) * 1000
    return found
  }

  function hear(samples: Float32Array): Stretch[] {
    let sum = 0
    for (const sample of samples) sum += sample * sample
    const loudness = Math.sqrt(sum / samples.length)
    followNoise(loudness)
    const isLoud = loudness > threshold
    frames.push({ samples, loudness, isLoud })
    quiet = isLoud ? 0 : quiet + 1
    if (!isSpeech) {
      const last = frames.slice(-5)
      if (last.filter((frame) => frame.isLoud).length >= loudFrames) {
        isSpeech = true
        const begin = frames.length - last.length + last.findIndex((frame) => frame.isLoud)
        drop(Math.max(0, begin - marginFrames))
        return []
      }
      drop(Math.max(0, frames.length - marginFrames - 5))
      return []
    }
    if (quiet >= pauseFrames) return finish(frames.length - quiet + marginFrames, true)
    return frames.length >= hardFrames ? finish(quietestMoment(), false) : []
  }

  /** The threshold is three times the loudness that a tenth of the last ten seconds stay below. */
  function followNoise(loudness: number) {
    heard.push(loudness)
    if (heard.length > noiseFrames) heard.shift()
    if (untilThreshold-- > 0) return
    untilThreshold = 10
    const noise = heard.toSorted((a, b) => a - b)[Math.floor(heard.length / 10)] ?? 0
    threshold = Math.max(quietest, Math.min(loudest, noise * aboveNoise))
  }

  function quietestMoment(): number {
    let best = softFrames
    const around = (place: number) =>
      (frames[place - 1]?.loudness ?? 1) + (frames[place]?.loudness ?? 1) + (frames[place + 1]?.loudness ?? 1)
    for (let place = softFrames; place < frames.length - 1; place++)
      if (around(place) < around(best)) best = place
    return best
  }

  function finish(count: number, isOver: boolean): Stretch[] {
    const taken = frames.slice(0, count)
    const startMs = firstMs
    drop(taken.length)
    if (isOver) {
      isSpeech = false
      quiet = 0
    }
    const isVoiced = taken.map((frame) => frame.isLoud)
    if (isVoiced.filter(Boolean).length < leastFrames / 2) return []
    const samples = new Float32Array(taken.length * frameSamples)
    for (const [index, frame] of taken.entries()) samples.set(frame.samples, index * frameSamples)
    return [{ startMs, endMs: startMs + taken.length * frameMs, samples, isVoiced }]
  }

  function drop(count: number) {
    frames = frames.slice(count)
    firstMs += count * frameMs
  }

  function end(): Stretch[] {
    const found = isSpeech ? finish(frames.length, true) : []
    restMs = nowMs()
    drop(frames.length)
    rest = new Float32Array(0)
    isSpeech = false
    quiet = 0
    return found
  }

  return {
    push,
    end,
    get isSilent() {
      return !isSpeech
    },
    get atMs() {
      return nowMs()
    },
    get keptMs() {
      return firstMs
    },
  }
}
