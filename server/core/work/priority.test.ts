import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alice, callBy, given, noon, recorded } from '../../test/given.ts'
import type { Fact } from '../kernel/decider.ts'
import { reactions } from '../reactions.ts'
import { ageTimer, priority } from './priority.ts'

const caseId = 'case_1'
const event = { id: 'evt_1', at: noon.toISOString() }
const weighs = { type: 'weighAge' as const, caseId, event }
const told = (...facts: Fact[]) => given(priority, recorded(facts))

const party = (birthDate: string | undefined, more: object = {}): Fact => ({
  type: 'party.recorded',
  subject: 'ada',
  data: {
    partyId: 'ada',
    role: 'appellant',
    person: { firstName: 'Ada', lastName: 'Byron', ...(birthDate === undefined ? {} : { birthDate }) },
    ...more,
  },
})
const advanced = (reason: string, granted: boolean, why: string, holds: string[]): Fact => ({
  type: 'case.advanced',
  subject: caseId,
  data: { reason, granted, why, advanced: holds },
})
const byAge = advanced('age', true, 'A claimant is 75 years old, or older.', ['age'])
const closed: Fact = { type: 'case.closed', subject: caseId, data: { reason: 'decided' } }

describe('a motion to advance', () => {
  const motion = (reason: string, granted = true) =>
    ({ type: 'ruleOnMotion', caseId, reason, granted, why: 'A letter says so.' }) as const
  const granted = advanced('seriousIllness', true, 'A letter says so.', ['seriousIllness'])

  it('is granted once for a reason, beside others', () => {
    told().when(motion('seriousIllness')).then([granted])
    told(granted).when(motion('seriousIllness')).then([])
    told(byAge)
      .when(motion('seriousIllness'))
      .then([advanced('seriousIllness', true, 'A letter says so.', ['age', 'seriousIllness'])])
  })

  it('is denied on the record, and what was granted is taken back', () => {
    told()
      .when(motion('financialDistress', false))
      .then([advanced('financialDistress', false, 'A letter says so.', [])])
    told(byAge, advanced('seriousIllness', true, '', ['age', 'seriousIllness']))
      .when(motion('seriousIllness', false))
      .then([advanced('seriousIllness', false, 'A letter says so.', ['age'])])
  })

  it('is refused for what is found without one, for no reason of the profile, and on a closed case', () => {
    told()
      .when(motion('age'))
      .thenRefused('invalid', /There is no reason for a motion age: it must be /)
    told()
      .when(motion('impatience'))
      .thenRefused('invalid', /it must be one of financialDistress, /)
    told(closed)
      .when(motion('seriousIllness'))
      .thenRefused('stateForbids', /closed/)
  })
})

describe('the age of a claimant', () => {
  it('advances the case at once where it is reached', () => {
    told(party('1951-11-01')).when(weighs).then([byAge])
    told(party('1951-11-01'), byAge).when(weighs).then([])
  })

  const due = '2026-11-02T00:00:00.000Z'
  const setTimer = (timerId: string): Fact => ({
    type: 'timer.set',
    subject: timerId,
    data: { timerId, name: ageTimer, due },
  })

  it('sets a timer for the birthday, anew where the date is corrected', () => {
    const decided = priority.decide(
      weighs,
      recorded([party('1951-11-02')]).reduce(priority.evolve, priority.initial),
      callBy(alice),
    )
    const timerId = decided[0]?.subject ?? ''
    assert.deepEqual(decided, [setTimer(timerId)])
    assert.match(timerId, /^timer_/)
    told(party('1951-11-02'), setTimer('timer_1')).when(weighs).then([])
    const cancelled: Fact = {
      type: 'timer.cancelled',
      subject: 'timer_1',
      data: { timerId: 'timer_1', name: ageTimer },
    }
    told(party('1951-11-02'), setTimer('timer_1'), party(undefined)).when(weighs).then([cancelled])
    told(party('1951-11-02'), setTimer('timer_1'), party('1940-01-01')).when(weighs).then([cancelled, byAge])
  })

  it('on the birthday the timer that fired advances it', () => {
    const fired: Fact = {
      type: 'timer.fired',
      subject: 'timer_1',
      data: { timerId: 'timer_1', name: ageTimer },
    }
    told(party('1951-11-02'), setTimer('timer_1'), fired)
      .when(weighs, callBy(alice, new Date(due)))
      .then([byAge])
  })

  it('who was born on 29 February is old enough on 1 March', () => {
    const bornOn = told(party('1952-02-29'))
    bornOn.when(weighs, callBy(alice, new Date('2027-03-01T00:00:00Z'))).then([byAge])
  })

  it('counts for claimants who are alive; a correction takes it back', () => {
    const dead = { firstName: 'Ada', lastName: 'Byron', birthDate: '1930-01-01', deathDate: '2026-01-01' }
    told(party('1930-01-01', { role: 'witness' }))
      .when(weighs)
      .then([])
    told(party(undefined, { person: dead }))
      .when(weighs)
      .then([])
    told(party('1951-11-01'), byAge, party('1990-01-01', { role: 'witness' }))
      .when(weighs)
      .then([advanced('age', false, 'No claimant is 75 years old.', [])])
    told(party('1951-11-01'), {
      type: 'party.removed',
      subject: 'ada',
      data: { partyId: 'ada', role: 'appellant' },
    })
      .when(weighs)
      .then([])
    told(party('1951-11-01'), closed).when(weighs).then([])
  })
})

describe('what follows from an event', () => {
  const context = callBy(alice)
  const follows = (fact: Fact) => {
    const happened = { ...recorded([fact])[0]!, id: 'evt_1', caseId }
    return reactions
      .to(happened, context)
      .filter(({ decider }) => decider.name === 'priority')
      .map(({ command }) => command.type)
  }
  const opened = (caseType: string): Fact => ({
    type: 'case.opened',
    subject: caseId,
    data: {
      docketNumber: '1',
      caseType,
      veteran: { firstName: 'Ada', lastName: 'Byron' },
      receiptDate: '2026-01-01',
      uploadedAt: noon.toISOString(),
      originalPdfBytes: 0,
    },
  })

  it('a case that a court sent back is one by its type', () => {
    const remand = context.profile.caseTypes.find(({ isCourtRemand }) => isCourtRemand)
    assert.deepEqual(follows(opened(remand?.name ?? '')), ['courtRemand'])
    assert.deepEqual(follows(opened('appeal')), [])
    told()
      .when({ type: 'courtRemand', caseId, why: 'So.' })
      .then([{ type: 'case.courtRemanded', subject: caseId, data: { why: 'So.' } }])
    told({ type: 'case.courtRemanded', subject: caseId, data: { why: 'So.' } })
      .when({ type: 'courtRemand', caseId, why: 'So.' })
      .then([])
  })

  it('age is weighed when a party or the day changes', () => {
    assert.deepEqual(follows(party('1940-01-01')), ['weighAge'])
    const timer = (name: string): Fact => ({
      type: 'timer.fired',
      subject: 't',
      data: { timerId: 't', name },
    })
    assert.deepEqual(follows(timer(ageTimer)), ['weighAge'])
    assert.deepEqual(follows(timer('hold')), [])
  })
})
