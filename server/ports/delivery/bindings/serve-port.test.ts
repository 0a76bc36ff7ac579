import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { correspondence } from '@portico/contract/ports/correspondence'
import { type AllParts, cancelled, type Due, servePort } from './serve-port.ts'

describe('a port that is served', () => {
  it('says for each event who the recipients are, where a call is made for each of them', () => {
    const serving = { input: { send: async () => assert.fail() }, heard: {} as never }
    assert.throws(() => servePort(correspondence, serving), /owes must say whom letter.composed is for/)
    const owes = Object.fromEntries(Object.keys(correspondence.hears).map((type) => [type, () => []]))
    assert.equal(servePort(correspondence, { ...serving, owes }).port, correspondence)
  })

  it('is given the subjects that it needs, and no others', async () => {
    const given: string[][] = []
    const port = servePort(correspondence, {
      needs: ['letters', 'cases'],
      owes: Object.fromEntries(Object.keys(correspondence.hears).map((type) => [type, () => []])),
      input: {
        async send(_, { portico }) {
          given.push(Object.keys(portico))
          return cancelled('Nothing is sent.')
        },
      },
      heard: {} as never,
    })
    const parts = { portico: { letters: {}, mail: {}, cases: {}, execute: {} } } as unknown as AllParts
    await port.input('send', {} as Due, parts)
    assert.deepEqual(given, [['letters', 'cases']])
  })
})
