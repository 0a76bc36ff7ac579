import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openSpeech, type Speech } from '../../../files/speech/speech.ts'
import { opusPackets, opusRecording, opusWords, packetMs, webmOf } from '../../../test/opus-sound.ts'
import { type Caption, createCaptions, type StoredChunk } from './captions.ts'

describe('captions', () => {
  let folder: string
  let speech: Speech
  const said: (Caption & { handle: string })[] = []
  const startedAt = new Date('2026-03-02T14:00:00.000Z')
  let now = startedAt
  const captionsOver = (engine: Speech) =>
    createCaptions({
      speech: engine,
      say: async (handle, caption) => void said.push({ handle, ...caption }),
      scratchPath: () => join(folder, 'scratch'),
      clock: () => now,
    })
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-captions-'))
    const engine = join(import.meta.dirname, '../../../test/tone-engine.ts')
    speech = openSpeech({ isOn: true, engine }, folder)
    await speech.prepare()
  })
  after(async () => {
    await speech.close()
    await rm(folder, { recursive: true })
  })

  /** A recording as a browser sends it: a chunk each time that the words were said. */
  function chunksOf(times: number, personId = 'ada'): StoredChunk[] {
    const packets = opusRecording(times, 100)
    const each = opusPackets.length
    const lengthTo = (time: number) => webmOf(packets.slice(0, time * each)).length
    const whole = webmOf(packets)
    const durationMs = each * packetMs + 100
    return Array.from({ length: times }, (_, time) => ({
      ...{ handle: 'room_1', personId, name: personId, track: 't', sequence: time, startedAt },
      offsetMs: time * durationMs,
      durationMs,
      bytes: whole.subarray(time === 0 ? 0 : lengthTo(time), lengthTo(time + 1)),
    }))
  }

  it('do not gather chunks that say they are short and are long', async () => {
    const captions = captionsOver(speech)
    const [first, ...others] = chunksOf(5, 'eve') as [StoredChunk, ...StoredChunk[]]
    captions.hear(first)
    const long = { ...first, durationMs: 1, bytes: Buffer.alloc(64 * 1024) }
    for (let sequence = 0; sequence < 12; sequence += 1) captions.hear({ ...long, track: 't', sequence })
    for (const chunk of others) captions.hear(chunk)
    await captions.idle()
    const text = Array.from({ length: 4 }, () => opusWords.join(' ')).join(' ')
    assert.deepEqual(
      said.splice(0).map((caption) => caption.text),
      [text],
    )
  })

  it('are made of the last seconds of a voice, also in the middle of its track', async () => {
    const captions = captionsOver(speech)
    for (const chunk of chunksOf(8)) {
      captions.hear(chunk)
      if (chunk.sequence === 3) await captions.idle()
    }
    await captions.idle()
    assert.equal(said.length, 2)
    const text = Array.from({ length: 4 }, () => opusWords.join(' ')).join(' ')
    for (const caption of said) assert.equal(caption.text, text)
    assert.deepEqual(
      said.map(({ handle, speaker, at }) => `${handle} ${speaker} ${at.slice(17)}`),
      ['room_1 ada 00.000Z', 'room_1 ada 04.000Z'],
    )
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith('scratch')),
      [],
    )
  })

  it('that come too late are dropped, and of one voice only the newest waits', async () => {
    said.length = 0
    const captions = captionsOver(speech)
    for (const chunk of chunksOf(12)) captions.hear(chunk)
    await captions.idle()
    assert.ok(said.length <= 2, String(said.length))
    said.length = 0
    now = new Date('2026-03-02T14:01:00.000Z')
    for (const chunk of chunksOf(4)) captions.hear(chunk)
    await captions.idle()
    assert.deepEqual(said, [])
    now = startedAt
  })

  it('of a voice that was there before the engine come once it is ready', async () => {
    said.length = 0
    let isReady = false
    const captions = captionsOver({ ...speech, isReady: () => isReady, prepare: async () => {} })
    for (const chunk of chunksOf(8)) {
      isReady = chunk.sequence >= 4
      captions.hear(chunk)
    }
    await captions.idle()
    assert.deepEqual(
      said.map(({ speaker, at }) => `${speaker} ${at.slice(17)}`),
      ['ada 04.000Z'],
    )
  })

  it('are none where there is no engine, or where the beginning of a track is not known', async () => {
    said.length = 0
    const off = captionsOver(openSpeech({ isOn: false }, folder))
    for (const chunk of chunksOf(4)) off.hear(chunk)
    await off.idle()
    const late = captionsOver(speech)
    for (const chunk of chunksOf(9).slice(1)) late.hear(chunk)
    await late.idle()
    assert.deepEqual(said, [])
  })
})
