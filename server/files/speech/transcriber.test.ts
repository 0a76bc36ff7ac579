import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { opusRecording, opusWords, webmOf } from '../../test/opus-sound.ts'
import { spokenWav } from '../../test/tone-speech.ts'
import type { HeardLine } from './engine.ts'
import { wordsOf } from './moonshine.ts'
import { openTranscriber, type Transcriber } from './transcriber.ts'
import { UnreadableSound } from './unreadable-sound.ts'

describe('the transcriber', () => {
  let folder: string
  let transcriber: Transcriber
  const engine = new URL('../../test/tone-engine.ts', import.meta.url).href
  const at = (name: string) => join(folder, name)
  const textOf = (lines: readonly HeardLine[]) =>
    lines.map(({ words }) => words.map(({ text }) => text).join(' '))
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-transcriber-'))
    transcriber = openTranscriber({ engine, folder })
  })
  after(async () => {
    await transcriber.close()
    await rm(folder, { recursive: true })
  })

  it('hears the same whether it listens in one go or goes on where it left off', async () => {
    const minute = ['judge', 'question', 'about', 'the', 'left', 'knee', 900] as const
    await writeFile(at('long.wav'), spokenWav(Array.from({ length: 12 }, () => minute).flat()))
    const whole = await transcriber.hear({ path: at('long.wav'), fromMs: 0, forMs: 600_000 })
    assert.equal(whole.nextMs, undefined)
    assert.equal(whole.lines.length, 12)
    const parts: HeardLine[] = []
    let turns = 0
    for (let fromMs: number | undefined = 0; fromMs !== undefined; turns++) {
      const heard = await transcriber.hear({ path: at('long.wav'), fromMs, forMs: 5000 })
      parts.push(...heard.lines)
      fromMs = heard.nextMs
    }
    assert.ok(turns >= 4, String(turns))
    assert.deepEqual(textOf(parts), textOf(whole.lines))
    for (const [index, { startMs }] of parts.entries())
      assert.ok(Math.abs(startMs - (whole.lines[index]?.startMs ?? 0)) <= 40)
  })

  it('hears what a browser recorded, with the time at which it plays', async () => {
    await writeFile(at('room.webm'), webmOf(opusRecording(2, 9000)))
    const { lines, model } = await transcriber.hear({ path: at('room.webm'), fromMs: 0, forMs: 600_000 })
    assert.equal(model, 'Tones for tests')
    assert.deepEqual(textOf(lines), [opusWords.join(' '), opusWords.join(' ')])
    assert.ok(Math.abs((lines[1]?.startMs ?? 0) - 9900) < 100, String(lines[1]?.startMs))
  })

  it('says so where there is nothing it can hear', async () => {
    await writeFile(at('paper.webm'), 'no sound')
    await assert.rejects(
      transcriber.hear({ path: at('paper.webm'), fromMs: 0, forMs: 1000 }),
      UnreadableSound,
    )
    await assert.rejects(transcriber.hear({ path: at('absent.wav'), fromMs: 0, forMs: 1000 }), /ENOENT/)
  })

  it('outlives an engine that takes its process with it, and one that never ends', async () => {
    await writeFile(at('short.wav'), spokenWav(['the', 'knee', 700]))
    const module = (body: string) =>
      `data:text/javascript,${encodeURIComponent(`export const openModel = async () => ({ name: 'x', hear() { ${body} } })`)}`
    const sound = { path: at('short.wav'), fromMs: 0, forMs: 1000 }
    const crashing = openTranscriber({ engine: module('process.abort()'), folder })
    await assert.rejects(crashing.hear(sound))
    await crashing.close()
    const hanging = openTranscriber({ engine: module('for (;;);'), folder, timeoutMs: 1500 })
    await assert.rejects(hanging.hear(sound), /took too long/)
    await hanging.close()
    assert.deepEqual(textOf((await transcriber.hear(sound)).lines), ['the knee'])
  })
})

describe('the words of Moonshine', () => {
  it('are put together from tokens, and are as sure as their least sure part', () => {
    const tokens = [
      ['<s>', 1],
      ['\u2581ill', 0.9],
      ['-', 0.1],
      ['dis', 0.4],
      ['posed', 0.8],
      [',', 0.2],
      ['\u2581caf', 0.9],
      ['<0xC3>', 0.9],
      ['<0xA9>', 0.7],
    ] as const
    assert.deepEqual(wordsOf(tokens), [
      { text: 'ill-disposed,', confidence: 0.4 },
      { text: 'café', confidence: 0.7 },
    ])
  })
})
