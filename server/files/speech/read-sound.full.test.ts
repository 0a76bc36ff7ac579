import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { oggOf, opusPackets, opusRecording, opusWords, packetMs, webmOf } from '../../test/opus-sound.ts'
import { openModel } from '../../test/tone-engine.ts'
import { spoken, spokenWav } from '../../test/tone-speech.ts'
import { readSound, type Sound, sampleRate } from './read-sound.ts'
import { UnreadableSound } from './unreadable-sound.ts'

describe('sound', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-sound-'))
  })
  after(() => rm(folder, { recursive: true }))

  const read = async (bytes: Uint8Array, fromMs = 0): Promise<Sound[]> => {
    const path = join(folder, 'sound')
    await writeFile(path, bytes)
    const sounds: Sound[] = []
    for await (const sound of readSound(path, fromMs)) sounds.push(sound)
    return sounds
  }
  const secondsOf = (sounds: readonly Sound[]) =>
    sounds.reduce((sum, { samples }) => sum + samples.length, 0) / sampleRate
  const wordsIn = async (sounds: readonly Sound[]) => {
    const samples = Float32Array.from(sounds.flatMap((sound) => [...sound.samples]))
    return (await (await openModel('')).hear(samples)).map(({ text }) => text)
  }

  for (const { rate, channels } of [
    { rate: 16_000, channels: 1 },
    { rate: 8000, channels: 1 },
    { rate: 44_100, channels: 2 },
    { rate: 48_000, channels: 2 },
  ]) {
    it(`is read from a WAV file of ${rate} samples a second and ${channels} channels`, async () => {
      const words = ['veteran', 'testifies', 'about', 'his', 'left', 'knee'] as const
      const sounds = await read(spokenWav([200, ...words, 100], { rate, channels }))
      const expected = spoken([200, ...words, 100]).length / sampleRate
      assert.ok(Math.abs(secondsOf(sounds) - expected) < 0.01, `${secondsOf(sounds)} of ${expected}`)
      assert.deepEqual(await wordsIn(sounds), [...words])
    })
  }

  it('is read from WebM and Ogg with Opus, with pauses where nothing was sent', async () => {
    for (const make of [webmOf, oggOf]) {
      const sounds = await read(make(opusRecording(2, 0)))
      assert.deepEqual(await wordsIn(sounds), [...opusWords, ...opusWords])
      assert.ok(Math.abs(secondsOf(sounds) - (2 * opusPackets.length * packetMs) / 1000) < 0.01)
    }
    const lengthMs = opusPackets.length * packetMs
    const paused = await read(webmOf(opusRecording(2, 5000)))
    assert.equal(paused[opusPackets.length]?.atMs, lengthMs + 5000)
  })

  it('is read from some time on', async () => {
    const lengthMs = opusPackets.length * packetMs
    for (const make of [webmOf, oggOf]) {
      const [first] = await read(make(opusRecording(3, 0)), lengthMs + 7)
      assert.equal(first?.atMs, lengthMs + 7)
    }
    const later = await read(spokenWav(['the', 'hearing', 'begins']), 260)
    assert.equal(later[0]?.atMs, 260)
    assert.deepEqual(await wordsIn(later), ['hearing', 'begins'])
  })

  it('that breaks off is read as far as it goes', async () => {
    for (const whole of [
      webmOf(opusRecording(2, 0)),
      oggOf(opusRecording(2, 0)),
      spokenWav(['the', 'knee']),
    ]) {
      const sounds = await read(whole.subarray(0, Math.floor(whole.length * 0.7)))
      assert.ok(secondsOf(sounds) > 0.2, String(secondsOf(sounds)))
    }
  })

  it('is read around a packet that is larger than any decoder takes', async () => {
    const packets = opusRecording(2, 0)
    const large = { ...packets[0]!, data: Buffer.alloc(61_000, 0xf8) }
    const half = packets.length / 2
    const sounds = await read(webmOf([...packets.slice(0, half), large, ...packets.slice(half)]))
    assert.deepEqual(secondsOf(sounds), secondsOf(await read(webmOf(packets))))
  })

  it('of another kind is refused with a sentence', async () => {
    await assert.rejects(read(Buffer.from('%PDF-1.7')), /neither WebM nor Ogg with Opus, nor WAV/)
    const video = Buffer.from(
      webmOf(opusRecording(1, 0)).toString('latin1').replace('A_OPUS', 'V_VP8_'),
      'latin1',
    )
    await assert.rejects(read(video), /no sound of the kind Opus/)
    const wav = spokenWav(['the'])
    wav.writeUInt16LE(85, 20)
    await assert.rejects(read(wav), /cannot be transcribed/)
    const distant = opusRecording(1, 0).map(({ data }, index) => ({ atMs: index * 50_000_000, data }))
    await assert.rejects(read(webmOf(distant)), /longer than a day/)
  })

  it('that was tampered with does nothing worse than being unreadable', async (test) => {
    test.mock.method(console, 'error', () => {})
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return seed % below
    }
    const wholes = [webmOf(opusRecording(1, 0)), oggOf(opusRecording(1, 0)), spokenWav(['the'])]
    for (let time = 0; time < 60; time++) {
      const bytes = Buffer.from(wholes[time % 3]!)
      for (let change = 0; change < 4; change++) bytes[random(time % 2 ? bytes.length : 120)] = random(256)
      await read(bytes).catch((error) => assert.ok(error instanceof UnreadableSound, String(error)))
    }
  })
})
