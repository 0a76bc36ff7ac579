import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { msBetween, msLater } from '../../../core/time/moments.ts'
import { rejoined } from '../../../files/speech/rejoin-webm.ts'
import type { Speech } from '../../../files/speech/speech.ts'

/** A piece of sound that a room has just stored: its speaker has consented, and it is on the record. */
export type StoredChunk = {
  handle: string
  personId: string
  name: string
  track: string
  sequence: number
  startedAt: Date
  offsetMs: number
  durationMs: number
  bytes: Uint8Array
}

export type Caption = { speaker: string; text: string; at: string }

export type Captions = {
  /** Returns at once, whatever comes of it. */
  hear(chunk: StoredChunk): void
  /** Once nothing waits any more. */
  idle(): Promise<void>
}

/** So much of a voice is heard at a time: less cuts words apart, more comes late. */
const windowMs = 3500
/** What is older is of no use to whoever listens. */
const staleMs = 12_000
const mostWaiting = 6
/** Opus has far less in a window; chunks may say that they are short and be long. */
const mostWindowBytes = 512 * 1024
const mostVoices = 200
const cluster = Buffer.from('1f43b675', 'hex')

type Voice = { header: Buffer | undefined; chunks: StoredChunk[] }

/**
 * Captions of what is being said, from the last seconds of each voice. What cannot be heard in time is dropped, never
 * delayed; where the engine is missing there are none.
 */
export function createCaptions({
  speech,
  say,
  scratchPath,
  clock,
}: {
  speech: Speech
  say: (handle: string, caption: Caption) => Promise<void>
  scratchPath: () => string
  clock: () => Date
}): Captions {
  const voices = new Map<string, Voice>()
  let waiting: { key: string; header: Buffer; chunks: StoredChunk[] }[] = []
  let working: Promise<void> | undefined
  let isPreparing = false

  function hear(chunk: StoredChunk) {
    if (!speech.isOn || chunk.bytes.length < 4) return
    const key = `${chunk.handle} ${chunk.personId}`
    const voice = voiceOf(`${key} ${chunk.track}`)
    const bytes = Buffer.from(chunk.bytes)
    if (bytes.readUInt32BE(0) === 0x1a45dfa3) {
      const end = bytes.indexOf(cluster)
      voice.header = end > 0 ? bytes.subarray(0, end) : undefined
      voice.chunks = [{ ...chunk, bytes: bytes.subarray(Math.max(0, end)) }]
    } else voice.chunks.push(chunk)
    // Whoever speaks before the engine is ready is heard from then on: the beginning of their track is known.
    if (!speech.isReady()) {
      voice.chunks = []
      return getReady()
    }
    if (voice.chunks.reduce((sum, { bytes: { length } }) => sum + length, 0) > mostWindowBytes) {
      voice.chunks = []
      return
    }
    const lengthMs = voice.chunks.reduce((sum, { durationMs }) => sum + durationMs, 0)
    if (lengthMs < windowMs) return
    const { header } = voice
    const chunks = voice.chunks.splice(0)
    if (!header) return
    waiting = [...waiting.filter((one) => one.key !== key), { key, header, chunks }].slice(-mostWaiting)
    working ??= work().finally(() => {
      working = undefined
    })
  }

  /** The beginning of a track says how to read the rest. */
  function voiceOf(key: string): Voice {
    const known = voices.get(key) ?? { header: undefined, chunks: [] }
    voices.delete(key)
    voices.set(key, known)
    for (const oldest of voices.keys()) {
      if (voices.size <= mostVoices) break
      voices.delete(oldest)
    }
    return known
  }

  function getReady() {
    if (isPreparing) return
    isPreparing = true
    speech
      .prepare()
      .catch(() => {})
      .finally(() => {
        isPreparing = false
      })
  }

  async function work() {
    for (let next = waiting.shift(); next; next = waiting.shift())
      await understand(next.header, next.chunks).catch(() => {})
  }

  async function understand(header: Buffer, chunks: readonly StoredChunk[]) {
    const [first] = chunks
    if (!first) return
    const at = msLater(first.startedAt, first.offsetMs)
    if (msBetween(at, clock()) > staleMs) return
    const path = `${scratchPath()}-${randomUUID()}`
    try {
      const bytes = Buffer.concat(chunks.map((chunk) => chunk.bytes))
      // It may begin in the middle of what the recorder wrote.
      const whole = rejoined(header, bytes, 0) ?? Buffer.concat([header, bytes])
      await writeFile(path, whole, { mode: 0o600 })
      const { lines } = await speech.hear({ path, fromMs: 0, forMs: 60_000 })
      const text = lines.flatMap(({ words }) => words.map((word) => word.text)).join(' ')
      if (text === '' || msBetween(at, clock()) > staleMs) return
      await say(first.handle, { speaker: first.name, text, at: at.toISOString() })
    } finally {
      await rm(path, { force: true })
    }
  }

  return {
    hear,
    async idle() {
      await working
    },
  }
}
