import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Issue } from '@portico/contract/issues'
import type { Block } from '@portico/contract/rich-text'
import { outlineOf } from './outline.ts'

const block: Block = { type: 'paragraph', id: 'blk_a', content: [{ type: 'text', text: 'Words.' }] }
const textOf = (...issueIds: string[]) => ({
  opening: [],
  issues: issueIds.map((issueId) => ({ issueId, content: [block] })),
  closing: [],
})
const issue = (id: string, more: Partial<Issue> = {}) => ({
  id,
  status: 'open' as Issue['status'],
  answeredByIssueIds: [] as string[],
  ...more,
})
const shown = (...args: Parameters<typeof outlineOf>) =>
  outlineOf(...args).map(({ issueId, number, isWritten }) => [issueId, number, isWritten])

describe('the outline of a decision', () => {
  it('follows the list of issues, whatever the order of the text', () => {
    const issues = [issue('knee'), issue('back'), issue('ear')]
    assert.deepEqual(shown(textOf('ear', 'knee'), { issues, past: [] }, 'product'), [
      ['knee', 1, true],
      ['back', 2, false],
      ['ear', 3, true],
    ])
  })

  it('keeps what was written on an issue that has left, beside what it became', () => {
    const past = [
      issue('spine', { status: 'split', answeredByIssueIds: ['neck', 'back'] }),
      issue('ear', { status: 'withdrawn' }),
      issue('nose', { status: 'withdrawn' }),
    ]
    const issues = [issue('knee'), issue('neck'), issue('back')]
    const outline = outlineOf(textOf('spine', 'ear', 'knee'), { issues, past }, 'product')
    assert.deepEqual(
      outline.map(({ issueId, number, into }) => [issueId, number, into]),
      [
        ['knee', 1, undefined],
        ['spine', null, ['neck', 'back']],
        ['neck', 2, undefined],
        ['back', 3, undefined],
        ['ear', null, undefined],
      ],
    )
  })

  it('leaves out what another decision decides, and what was sent back, unless it has words', () => {
    const issues = [
      issue('knee', { signedIn: 'earlier' }),
      issue('back', { status: 'sentBack' }),
      issue('ear', { signedIn: 'product' }),
    ]
    assert.deepEqual(shown(textOf('ear'), { issues, past: [] }, 'product'), [['ear', 1, true]])
    assert.deepEqual(shown(textOf('back', 'ear'), { issues, past: [] }, 'product'), [
      ['ear', 1, true],
      ['back', null, true],
    ])
  })

  it('counts an empty section as not written', () => {
    const text = { opening: [], issues: [{ issueId: 'knee', content: [] }], closing: [] }
    assert.deepEqual(shown(text, { issues: [issue('knee')], past: [issue('ear')] }, 'product'), [
      ['knee', 1, false],
    ])
  })
})
