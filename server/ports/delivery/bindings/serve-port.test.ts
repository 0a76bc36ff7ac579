import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { correspondence } from '@portico/contract/ports/correspondence'
import { servePort } from './serve-port.ts'

describe('a port that is served', () => {
  it('says for each event who the recipients are, where a call is made for each of them', () => {
    const serving = { input: { send: async () => assert.fail() }, heard: {} as never }
    assert.throws(() => servePort(correspondence, serving), /owes must say whom letter.composed is for/)
    const owes = Object.fromEntries(Object.keys(correspondence.hears).map((type) => [type, () => []]))
    assert.equal(servePort(correspondence, { ...serving, owes }).port, correspondence)
  })
})
