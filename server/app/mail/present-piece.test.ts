import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { systemActor } from '../engine/system-actor.ts'
import { presentPiece } from './present-piece.ts'

type Stored = Parameters<typeof presentPiece>[0]

const content = { sha256: 'a'.repeat(64), bytes: 9, mediaType: 'application/pdf', firstPage: 1, pageCount: 1 }
const file = (name: string, unreadable?: string): Stored['files'][number] => ({
  about: { partId: '1', name },
  kept: { sha256: 'a'.repeat(64), bytes: 9, document: { content, ...(unreadable ? { unreadable } : {}) } },
  isGivenUp: false,
})
const stored = (given: Partial<Stored>): Stored => ({
  id: 'piece_1',
  externalId: 'piece_1',
  broughtBy: systemActor,
  facts: { channel: 'mail', sender: {}, receiptDate: '2026-03-02' },
  receivedAt: new Date('2026-03-02T12:00:00Z'),
  status: 'unmatched',
  files: [],
  ...given,
})

describe('a piece as it is shown', () => {
  it('says in a sentence why a file cannot be read', () => {
    const whyOf = (reason?: string) => presentPiece(stored({ files: [file('a.pdf', reason)] })).files[0]?.why
    assert.equal(whyOf('tooLarge'), 'The file is too large to be shown. It can be downloaded as it came.')
    assert.equal(whyOf('damaged'), 'The file is damaged. It can be downloaded as it came.')
    assert.equal(whyOf('anew'), 'The file cannot be read. It can be downloaded as it came.')
    assert.equal(whyOf(), undefined)
  })
})
