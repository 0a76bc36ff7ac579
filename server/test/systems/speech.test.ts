import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { HeardLine } from '../../files/speech/engine.ts'
import { openSpeech, type Speech } from '../../files/speech/speech.ts'
import { fileRecording, heldSession, transcriptThat } from '../recorded-session.ts'
import { spokenSentences } from '../spoken-sentences.ts'
import { until } from '../until.ts'
import { plainWords, wordDistance } from '../word-error.ts'
import { startWorld } from '../world.ts'

export const debianPackages = ['pocketsphinx-testdata', 'opus-tools']

const sentences = spokenSentences()

describe('the default speech engine', () => {
  let folder: string
  let speech: Speech
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-speech-'))
    speech = openSpeech({ isOn: true }, folder)
    let told = 0
    await speech.prepare({
      onProgress({ bytes, of }) {
        if (bytes < of && bytes - told < 30_000_000) return
        told = bytes
        console.log(`fetched ${Math.round(bytes / 1e6)} of ${Math.round(of / 1e6)} MB`)
      },
    })
  })
  after(async () => {
    await speech?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('hears what people said in recordings, faster than they said it', async () => {
    let [errors, words, soundMs] = [0, 0, 0]
    await hear(sentences[0]!.path)
    const began = performance.now()
    for (const { text, path } of sentences) {
      const { lines, untilMs } = await hear(path)
      const expected = plainWords(text)
      errors += wordDistance(plainWords(textOf(lines)), expected)
      words += expected.length
      soundMs += untilMs
    }
    const tookMs = performance.now() - began
    const rate = errors / words
    console.log(
      `word error ${(rate * 100).toFixed(1)} % of ${words} words; ${(soundMs / 1000).toFixed(1)} s of sound in ${(tookMs / 1000).toFixed(1)} s, ${(soundMs / tookMs).toFixed(1)} times as fast as real time`,
    )
    assert.ok(rate < 0.12, String(rate))
  })

  it('hears the same in Opus as browsers send it', async () => {
    const [{ text, path }] = sentences as [(typeof sentences)[number]]
    const opus = join(folder, 'sentence.opus')
    const { status } = spawnSync('opusenc', ['--quiet', '--bitrate', '32', path, opus])
    assert.equal(status, 0)
    const { lines } = await hear(opus)
    assert.ok(wordDistance(plainWords(textOf(lines)), plainWords(text)) <= 2, textOf(lines))
  })

  it('makes a transcript of a recording that is filed, which is found by search', async () => {
    const world = await startWorld({ PORTICO_SPEECH: 'on' })
    try {
      const { caseId } = world
      // Fetched already, and by the same hashes.
      await cp(join(folder, 'speech'), join(world.service.settings.dataFolder, 'speech'), { recursive: true })
      const sessionId = await heldSession(world, caseId)
      const of = { caseId, sessionId }
      const sound = (path: string | undefined) => readFile(path ?? '')
      await fileRecording(world, of, { sound: await sound(sentences[0]?.path), speaker: 'Judge Reyes' })
      const answer = { sound: await sound(sentences[3]?.path), speaker: 'Ada King', startedAfterMs: 9000 }
      await fileRecording(world, of, answer)
      const { model } = await transcriptThat(world, of, ({ status }) => status === 'draft')
      assert.match(model ?? '', /^Moonshine Tiny/)
      await until(async () => {
        const query = encodeURIComponent('"still more respectable"')
        const { json } = await world.admin('GET', `/appeals/${caseId}/search?q=${query}`)
        return (json as { hits: unknown[] }).hits.length > 0
      })
    } finally {
      await world.close()
    }
  })

  const hear = (path: string) => speech.hear({ path, fromMs: 0, forMs: 600_000 })
})

const textOf = (lines: readonly HeardLine[]) =>
  lines.flatMap(({ words }) => words.map(({ text }) => text)).join(' ')
