import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { caseInWork, opening } from '../../test/case-in-work.ts'
import { caseFile } from '../file/case-file.ts'
import type { Decider, Fact } from '../kernel/decider.ts'
import { deadLetters } from './dead-letter.ts'
import { deliveries } from './delivery.ts'

/** Says a fact, whoever would decide it. */
const said: Decider<{ type: 'say'; caseId: string }, null> = {
  name: 'said',
  stateVersion: 1,
  reads: () => ({ types: [] }),
  initial: null,
  evolve: (state) => state,
  decide: () => [],
}
const run = { type: 'say' as const, caseId: 'case_1' }

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
  const abouts = (one: ReturnType<typeof begun>) =>
    one.state.tasks.filter(({ type }) => type === 'deliveryFailed').map(({ about }) => about)

  it('opens one task, however often it is told of, and is closed by sending it again or dropping it', () => {
    const one = begun()
    one.run(deadLetters, failure)
    one.run(deadLetters, failure)
    assert.equal(one.events.filter(({ type }) => type === 'delivery.failed').length, 1)
    assert.equal(openTasks(one), 1)
    one.run(deadLetters, { ...of, type: 'redrive' })
    assert.equal(one.events.filter(({ type }) => type === 'delivery.redriven').length, 1)
    assert.equal(openTasks(one), 0)
    one.run(deadLetters, failure)
    assert.equal(openTasks(one), 1)
    one.run(deadLetters, { ...of, type: 'drop', why: 'It was handed over in person.' })
    assert.equal(openTasks(one), 0)
    assert.match(String(one.accepts(deadLetters, { ...of, type: 'redrive' })), /was dropped/)
  })

  it('has a task of its own, which ends with it and with no other', () => {
    const one = begun()
    const other = { ...of, obligationId: 'obl_2', binding: 'archive' }
    one.run(deadLetters, failure)
    one.run(deadLetters, { ...failure, ...other })
    assert.deepEqual(abouts(one), ['obl_1', 'obl_2'])
    one.run(deadLetters, { ...other, type: 'redrive' })
    assert.deepEqual(abouts(one), ['obl_1'])
    one.run(deadLetters, { ...of, type: 'drop', why: 'It was handed over in person.' })
    assert.deepEqual(abouts(one), [])
  })

  it('fails again after it was dropped, if it was sent again', () => {
    const one = begun()
    one.run(deadLetters, failure)
    one.run(deadLetters, { ...of, type: 'drop', why: 'Not needed.' })
    one.run(deadLetters, failure)
    assert.deepEqual(abouts(one), ['obl_1'])
  })

  it('of a decision leaves alone the other binding, and ends by its own receipt or with the recall', () => {
    const one = begun()
    const at = '2026-03-05T12:00:00.000Z'
    const decision = { workProductId: 'product_1', recipients: ['party_1'], dispositions: [] }
    const decides = (facts: readonly Fact[]) => ({ ...said, decide: () => [...facts] })
    one.run(decides([{ type: 'workProduct.signed', subject: 'product_1', data: decision } as never]), run)
    const released = { id: 'evt_released', at: '2026-03-05T00:00:00.000Z' }
    one.run(deliveries, { type: 'oweDeliveries', caseId: 'case_1', workProductId: 'product_1', released })
    const deliveryId = one.events.find(({ type }) => type === 'delivery.owed')?.subject ?? ''
    const fails = (obligationId: string, binding: string) =>
      one.run(deliveries, {
        ...{ type: 'failDelivery', caseId: 'case_1', deliveryId, why: 'Nobody is there.', failedAt: at },
        ...{ obligationId, port: 'output', binding, call: 'deliver' },
      })
    const receipt = { channel: 'mail', sentAt: '2026-03-06T00:00:00.000Z' }
    fails('obl_main', 'main')
    fails('obl_archive', 'archive')
    assert.deepEqual(abouts(one), ['obl_main', 'obl_archive'])
    const receipted = { type: 'receiptDelivery' as const, caseId: 'case_1', deliveryId, ...receipt }
    one.run(deliveries, { ...receipted, obligationId: 'obl_main' })
    assert.deepEqual(abouts(one), ['obl_archive'])
    one.run(deliveries, { ...receipted, tracking: 'By hand' })
    assert.deepEqual(abouts(one), ['obl_archive'], 'the archive still has nothing')
    one.run(deadLetters, {
      type: 'dropDecision',
      caseId: 'case_1',
      workProductId: 'product_1',
      why: 'Recalled.',
    })
    assert.deepEqual(abouts(one), [])
  })
})
