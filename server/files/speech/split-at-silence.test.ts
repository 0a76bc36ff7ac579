import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Spoken, spoken } from '../../test/tone-speech.ts'
import { alignWords } from './align-words.ts'
import { sampleRate } from './read-sound.ts'
import { type Stretch, splitAtSilence } from './split-at-silence.ts'

const stretchesOf = (samples: Float32Array, blockMs = 60): Stretch[] => {
  const splitter = splitAtSilence()
  const found: Stretch[] = []
  const block = (sampleRate * blockMs) / 1000
  for (let at = 0; at < samples.length; at += block)
    found.push(...splitter.push({ atMs: (at / sampleRate) * 1000, samples: samples.slice(at, at + block) }))
  return [...found, ...splitter.end()]
}
const near = (value: number, expected: number, within: number) =>
  assert.ok(Math.abs(value - expected) <= within, `${value} is not near ${expected}`)

describe('speech', () => {
  const said: Spoken = [1000, 'the', 'hearing', 'begins', 1500, 'thank', 'you', 2000]

  it('is cut at pauses, with a moment before and after, however it comes in', () => {
    for (const blockMs of [7, 60, 5000]) {
      const [first, second, ...more] = stretchesOf(spoken(said), blockMs)
      assert.equal(more.length, 0)
      near(first?.startMs ?? 0, 1000 - 160, 40)
      near(first?.endMs ?? 0, 1000 + 780 - 80 + 160, 40)
      near(second?.startMs ?? 0, 1000 + 780 + 1500 - 160, 40)
    }
  })

  it('is found in a noisy room, where noise alone is nobody speaking', () => {
    let seed = 1
    const noise = () => {
      seed = (seed * 16_807) % 2_147_483_647
      return (seed / 2_147_483_647 - 0.5) * 0.01
    }
    assert.equal(stretchesOf(new Float32Array(sampleRate * 5).map(noise)).length, 0)
    assert.equal(stretchesOf(spoken(said).map((sample) => sample + noise())).length, 2)
    assert.equal(stretchesOf(new Float32Array(sampleRate * 5)).length, 0)
  })

  it('without a pause is cut at a quiet moment before it gets too long, and nothing is lost', () => {
    const words = Array.from({ length: 150 }, () => 'record' as const)
    const stretches = stretchesOf(spoken(words))
    assert.ok(stretches.length >= 2)
    for (const { startMs, endMs } of stretches) assert.ok(endMs - startMs <= 20_000)
    for (const [index, { startMs }] of stretches.entries())
      if (index > 0) assert.equal(startMs, stretches[index - 1]?.endMs)
    near(stretches.at(-1)?.endMs ?? 0, 150 * 260, 60)
  })

  it('on both sides of a jump in time is two stretches', () => {
    const splitter = splitAtSilence()
    const samples = spoken(['the', 'knee'])
    const found = [
      ...splitter.push({ atMs: 0, samples }),
      ...splitter.push({ atMs: 60_000, samples }),
      ...splitter.end(),
    ]
    assert.deepEqual(
      found.map(({ startMs }) => Math.floor(startMs / 60_000)),
      [0, 1],
    )
  })

  it('has its words where there is a voice, in order', () => {
    const [stretch] = stretchesOf(spoken([1000, 'the', 'knee', 400, 'you', 1000]))
    const { words } = alignWords(stretch!, [
      { text: 'the', confidence: 0.5 },
      { text: 'knee', confidence: 1.2 },
      { text: 'you', confidence: Number.NaN },
    ])
    const [first, second, third] = words
    near(first?.startMs ?? 0, 1000, 100)
    near(second?.startMs ?? 0, 1260, 100)
    near(third?.startMs ?? 0, 1920, 100)
    assert.ok(words.every(({ startMs, endMs }) => startMs <= endMs))
  })
})
