import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alice, callBy, given, noon, recorded } from '../../test/given.ts'
import type { Fact } from '../kernel/decider.ts'
import { reactions } from '../reactions.ts'
import { powersOfAttorney, powerTimer } from './power-of-attorney.ts'

const caseId = 'case_1'
const command = { type: 'watchPowers' as const, caseId, event: { id: 'evt_1', at: noon.toISOString() } }
const changed = (
  end: string | undefined,
  { partyId = 'ada', ...more }: { partyId?: string; change?: 'revoked' | 'ended' } = {},
): Fact => ({
  type: 'party.representationChanged',
  subject: partyId,
  data: {
    partyId,
    role: 'appellant',
    isClaimant: true,
    change: 'given',
    representation: {
      representativeId: 'legion',
      powerOfAttorney: { start: '2020-01-01', scope: 'all matters', ...(end === undefined ? {} : { end }) },
      ...(more.change === 'revoked' ? { revoked: { on: '2026-01-01' } } : {}),
    },
    stamp: noon.toISOString(),
    ...more,
  },
})
const timer = (due: string): Fact => ({
  type: 'timer.set',
  subject: 'timer_1',
  data: { timerId: 'timer_1', name: powerTimer, due },
})
const stopped: Fact = {
  type: 'timer.cancelled',
  subject: 'timer_1',
  data: { timerId: 'timer_1', name: powerTimer },
}
const told = (...facts: Fact[]) => given(powersOfAttorney, recorded(facts))
const dueOf = (...facts: Fact[]) => {
  const state = recorded(facts).reduce(powersOfAttorney.evolve, powersOfAttorney.initial)
  return powersOfAttorney
    .decide(command, state, callBy(alice))
    .flatMap(({ type, data }) => (type === 'timer.set' ? [(data as { due: string }).due] : [type]))
}

describe('a power of attorney with a last day', () => {
  it('is watched by one timer, for the first of the days on which one is over', () => {
    assert.deepEqual(dueOf(changed('2026-11-01')), ['2026-11-02T00:00:00.000Z'])
    assert.deepEqual(dueOf(changed('2027-05-04'), changed('2027-02-28', { partyId: 'eve' })), [
      '2027-03-01T00:00:00.000Z',
    ])
    assert.deepEqual(dueOf(changed(undefined)), [])
    told(changed('2027-05-04'), timer('2027-05-05T00:00:00.000Z')).when(command).then([])
  })

  it('that is changed or taken back stops it', () => {
    told(
      changed('2027-05-04'),
      timer('2027-05-05T00:00:00.000Z'),
      changed('2027-05-04', { change: 'revoked' }),
    )
      .when(command)
      .then([stopped])
    told(changed('2027-05-04'), timer('2027-05-05T00:00:00.000Z'), changed(undefined))
      .when(command)
      .then([stopped])
    const removed: Fact = {
      type: 'party.removed',
      subject: 'ada',
      data: { partyId: 'ada', role: 'appellant' },
    }
    told(changed('2027-05-04'), timer('2027-05-05T00:00:00.000Z'), removed).when(command).then([stopped])
  })

  it('has ended when that day is over: told once, and not on a closed case', () => {
    const ended = changed('2026-10-31', { change: 'ended' })
    told(changed('2026-10-31')).when(command).then([ended])
    told(changed('2026-10-31'), ended).when(command).then([])
    const closed: Fact = { type: 'case.closed', subject: caseId, data: { reason: 'decided' } }
    told(changed('2026-10-31'), closed).when(command).then([])
    told(changed('2026-10-31'), closed, { type: 'case.reopened', subject: caseId, data: { why: 'So.' } })
      .when(command)
      .then([ended])
  })

  it('is looked at when it changes and when its timer fires, and not for having ended', () => {
    const follows = (fact: Fact) =>
      reactions
        .to({ ...recorded([fact])[0]!, id: 'evt_1', caseId }, callBy(alice))
        .filter(({ decider }) => decider.name === powersOfAttorney.name).length
    const fired = (name: string): Fact => ({
      type: 'timer.fired',
      subject: 't',
      data: { timerId: 't', name },
    })
    assert.equal(follows(changed('2027-05-04')), 1)
    assert.equal(follows(changed('2027-05-04', { change: 'ended' })), 0)
    assert.deepEqual([follows(fired(powerTimer)), follows(fired('hold'))], [1, 0])
  })
})
