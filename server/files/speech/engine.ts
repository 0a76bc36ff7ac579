/** A word as a model heard it. Its confidence is from 0 to 1. */
export type ModelWord = {
  text: string
  confidence: number
  /** Within the samples, where the model knows; otherwise they are worked out from the loudness. */
  startMs?: number
  endMs?: number
}

/**
 * What turns speech into words. Sound is decoded, brought to 16,000 samples a second and cut at silence before it gets
 * there, so a model is one function; it runs in a process of its own, and may take the whole of it with it.
 */
export type SpeechModel = {
  /** Which model, and of which version: it is written into transcripts. */
  name: string
  hear(samples: Float32Array): Promise<ModelWord[]>
}

/** What the module of an engine exports as `openModel`; the folder is the one with the files it needs, if any. */
export type OpenModel = (folder: string) => Promise<SpeechModel>

export type HeardWord = { text: string; startMs: number; endMs: number; confidence: number }
/** What was said without a pause. */
export type HeardLine = { startMs: number; endMs: number; words: HeardWord[] }

export type Heard = {
  model: string
  lines: HeardLine[]
  /** Where to go on listening; absent at the end of the sound. */
  nextMs?: number
  /** Until when it has listened. */
  untilMs: number
}
