import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type EventType, eventTypes } from '@portico/contract/events'

describe('the words of the history', () => {
  let happened: (type: EventType) => string
  before(async () => {
    Object.assign(globalThis, { document: { documentElement: { lang: 'en' } } })
    ;({ happened } = await import('./history.ts'))
  })

  it('has a sentence for every type of event, each of its own', () => {
    const sentences = eventTypes.map((type) => happened(type))
    for (const [index, sentence] of sentences.entries())
      assert.match(sentence ?? '', /^[a-z]+ ./, eventTypes[index])
    assert.equal(new Set(sentences).size, sentences.length)
  })
})
