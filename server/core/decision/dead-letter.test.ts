import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { caseInWork, opening } from '../../test/case-in-work.ts'
import { caseFile } from '../file/case-file.ts'
import { deadLetters } from './dead-letter.ts'

const of = {
  caseId: 'case_1',
  obligationId: 'obl_1',
  port: 'case-status',
  binding: 'main',
  call: 'announceCreated',
}
const failure = {
  ...of,
  type: 'giveUp' as const,
  why: 'Nobody is there.',
  failedAt: '2026-03-05T00:00:00.000Z',
}

describe('a dead letter', () => {
  const begun = () => {
    const one = caseInWork()
    one.run(caseFile, opening)
    return one
  }
  const openTasks = (one: ReturnType<typeof begun>) =>
    one.state.tasks.filter(({ type }) => type === 'deliveryFailed').length

  it('opens one task, however often it is told of, and is closed by sending it again or dropping it', () => {
    const one = begun()
    one.run(deadLetters, failure)
    one.run(deadLetters, failure)
    assert.equal(one.events.filter(({ type }) => type === 'delivery.failed').length, 1)
    assert.equal(openTasks(one), 1)
    one.run(deadLetters, { ...of, type: 'redrive' })
    one.run(deadLetters, { ...of, type: 'redrive' })
    assert.equal(one.events.filter(({ type }) => type === 'delivery.redriven').length, 1)
    assert.equal(openTasks(one), 0)
    one.run(deadLetters, failure)
    assert.equal(openTasks(one), 1)
    one.run(deadLetters, { ...of, type: 'drop', why: 'It was handed over in person.' })
    assert.equal(openTasks(one), 0)
    assert.match(String(one.accepts(deadLetters, { ...of, type: 'redrive' })), /was dropped/)
  })
})
