import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultProfile } from '../../profile/default.ts'
import { alice, bob, callBy, given, noon, recorded } from '../../test/given.ts'
import { type Context, type Fact, fold } from '../kernel/decider.ts'
import { type CustodyCommand, custody } from './custody.ts'

const caseId = 'case_1'
const opened: Fact = {
  type: 'case.opened',
  subject: caseId,
  data: {
    docketNumber: '200102-1',
    caseType: 'appeal',
    veteran: { firstName: 'Ada', lastName: 'Byron' },
    receiptDate: '2020-01-02',
    uploadedAt: noon.toISOString(),
    originalPdfBytes: 1,
  },
}
const closed: Fact = { type: 'case.closed', subject: caseId, data: { reason: 'decided' } }
const reopened: Fact = { type: 'case.reopened', subject: caseId, data: { why: 'Recalled.' } }
const placed: Fact = {
  type: 'case.legalHoldPlaced',
  subject: caseId,
  data: { holdId: 'hold_1', why: 'A suit.' },
}
const lifted: Fact = {
  type: 'case.legalHoldLifted',
  subject: caseId,
  data: { holdId: 'hold_1', why: 'Over.' },
}
const sensitive: Fact = {
  type: 'case.sensitivitySet',
  subject: caseId,
  data: { from: 0, level: 6, why: 'A colleague.' },
}
const rule = { name: 'appeals', label: 'Appeals', caseTypes: ['appeal'], keepYears: 2, why: 'Schedule 7.' }

const happened = (...facts: Fact[]) => given(custody, recorded([opened, ...facts]))
const after = (instant: string, retention = [rule]): Context => ({
  ...callBy(alice, new Date(instant)),
  profile: { ...defaultProfile, retention },
})

describe('legal holds', () => {
  const place: CustodyCommand = { type: 'placeHold', caseId, holdId: 'hold_1', why: 'A suit.' }
  const lift: CustodyCommand = { type: 'liftHold', caseId, holdId: 'hold_1', why: 'Over.' }

  it('a case is held for a reason, also more than once', () => {
    happened().when(place).then([placed])
    happened(placed)
      .when({ ...place, holdId: 'hold_2' })
      .then([{ ...placed, data: { holdId: 'hold_2', why: 'A suit.' } }])
  })
  it('a hold is lifted for a reason, and once', () => {
    happened(placed).when(lift).then([lifted])
    happened(placed, lifted).when(lift).then([])
  })
  it('a hold that there is not is not lifted', () => {
    happened()
      .when(lift)
      .thenRefused('notFound', /no such legal hold/)
  })
})

describe('sensitivity', () => {
  const set = (level: number): CustodyCommand => ({
    type: 'setSensitivity',
    caseId,
    level,
    why: 'A colleague.',
  })

  it('is set to a level of the profile', () => {
    happened().when(set(6)).then([sensitive])
    happened(sensitive)
      .when(set(0))
      .then([{ ...sensitive, data: { from: 6, level: 0, why: 'A colleague.' } }])
  })
  it('set to what it is already, changes nothing', () => {
    happened().when(set(0)).then([])
    happened(sensitive).when(set(6)).then([])
  })
  it('begins as the case was opened', () => {
    const strict = { ...opened, data: { ...opened.data, sensitivity: 6 } } as Fact
    given(custody, recorded([strict]))
      .when(set(6))
      .then([])
    given(custody, recorded([strict]))
      .when(set(0))
      .then([{ ...sensitive, data: { from: 6, level: 0, why: 'A colleague.' } }])
  })
  it('a level that the profile has not is refused', () => {
    happened()
      .when(set(5))
      .thenRefused('invalid', /must be one of 0, 3, 6, 9, the levels of the profile: it is 5/)
  })
})

describe('purging', () => {
  const purge: CustodyCommand = { type: 'purge', caseId }
  const order: CustodyCommand = { ...purge, order: { why: 'Order 12 of the county court.' } }
  const closedAt = noon.toISOString()
  const left = { docketNumber: '200102-1', caseType: 'appeal', closedAt, sensitivity: 0 }
  const byRule: Fact = {
    type: 'case.purged',
    subject: caseId,
    data: { ...left, rule: { kind: 'retention', name: 'appeals', keepYears: 2, why: 'Schedule 7.' } },
  }

  it('a closed case is purged when its years are over, and not a moment before', () => {
    happened(closed).when(purge, after('2028-11-01T12:00:00.000Z')).then([byRule])
    happened(closed)
      .when(purge, after('2028-11-01T11:59:59.999Z'))
      .thenRefused('stateForbids', /ends on 2028-11-01/)
  })
  it('years count from the last closing', () => {
    const again = recorded([closed], alice, new Date('2027-05-05T00:00:00.000Z'))
    given(custody, [...recorded([opened, closed, reopened]), ...again])
      .when(purge, after('2029-05-04T00:00:00.000Z'))
      .thenRefused('stateForbids', /ends on 2029-05-05/)
  })
  it('a year after 29 February ends with February', () => {
    const leap = recorded([closed], alice, new Date('2024-02-29T08:00:00.000Z'))
    given(custody, [...recorded([opened]), ...leap])
      .when(purge, after('2026-02-28T07:00:00.000Z'))
      .thenRefused('stateForbids', /ends on 2026-02-28/)
  })
  it('an open case, and one that was opened again, are kept', () => {
    happened()
      .when(purge, after('2099-01-01T00:00:00.000Z'))
      .thenRefused('stateForbids', /^Only a closed case can be purged/)
    happened(closed, reopened)
      .when(order, after('2099-01-01T00:00:00.000Z'))
      .thenRefused('stateForbids', /^Only a closed case can be purged/)
  })
  it('a case of a type that no rule names is kept', () => {
    happened(closed)
      .when(purge, after('2099-01-01T00:00:00.000Z', [{ ...rule, caseTypes: ['motion'] }]))
      .thenRefused('stateForbids', /No retention rule/)
  })
  it('of two rules for a type the first holds', () => {
    happened(closed)
      .when(purge, after('2028-11-02T00:00:00.000Z', [rule, { ...rule, name: 'later', keepYears: 90 }]))
      .then([byRule])
  })
  it('a case under legal hold is kept, whatever is ordered, until every hold is lifted', () => {
    const second: Fact = { ...placed, data: { holdId: 'hold_2', why: 'Another suit.' } }
    for (const command of [purge, order]) {
      happened(closed, placed, second, lifted)
        .when(command, after('2099-01-01T00:00:00.000Z'))
        .thenRefused('stateForbids', /under legal hold/)
    }
    const then = { ...after('2028-11-01T12:00:00.000Z'), actor: bob }
    happened(closed, placed, lifted).when(purge, then).then([byRule])
  })
  it('whoever lifted a hold does not purge the case, by rule or by order: somebody else does', () => {
    for (const command of [purge, order]) {
      happened(closed, placed, lifted)
        .when(command, after('2028-11-01T12:00:00.000Z'))
        .thenRefused('stateForbids', /You lifted a legal hold/)
    }
    happened(placed, lifted, closed, reopened, closed)
      .when(order, after('2028-11-01T12:00:00.000Z'))
      .thenRefused('stateForbids', /someone else/)
  })
  it('an order goes before time, and is named', () => {
    const ordered = { kind: 'order' as const, why: 'Order 12 of the county court.' }
    happened(closed)
      .when(order, after('2026-11-02T00:00:00.000Z', []))
      .then([{ type: 'case.purged', subject: caseId, data: { ...left, rule: ordered } }])
  })
  it('what else happens to a case does not change how it is kept', () => {
    const other: Fact = { type: 'document.unlinked', subject: 'doc_1', data: { documentId: 'doc_1' } }
    assert.deepEqual(fold(custody, recorded([other])), custody.initial)
  })
})
