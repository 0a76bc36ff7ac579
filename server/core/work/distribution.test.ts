import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Levers, planDistribution, type ReadyCase, type Receiver } from './distribution.ts'

const now = new Date('2026-11-01T12:00:00.000Z')
const levers: Levers = {
  batchPerDrafter: 3,
  batchWithoutTeam: 15,
  mostWaiting: 8,
  affinityDays: { session: 60, advanced: 30, courtRemand: 21 },
  docketGoals: [
    { docket: 'long', days: 730 },
    { docket: 'short', days: 365 },
  ],
}
const ada: Receiver = { memberId: 'ada', drafters: 0, waiting: 0, mostSensitivity: 5 }
const ben: Receiver = { memberId: 'ben', drafters: 1, waiting: 0, mostSensitivity: 0 }

function ready(caseId: string, given: Partial<ReadyCase> = {}): ReadyCase {
  const docketDate = given.docketDate ?? '2025-01-01'
  return {
    caseId,
    taskId: `task of ${caseId}`,
    docket: 'short',
    docketDate,
    docketOrder: `${docketDate}-${caseId}`,
    isAdvanced: false,
    isCourtRemand: false,
    sensitivity: 0,
    readySince: '2026-10-20T00:00:00.000Z',
    ...given,
  }
}

const given = (cases: ReadyCase[], receivers: Receiver[], changed: Partial<Levers> = {}) =>
  planDistribution({ levers: { ...levers, ...changed }, receivers, cases, now })
const casesOf = (cases: ReadyCase[], receivers: Receiver[], changed: Partial<Levers> = {}) =>
  given(cases, receivers, changed).gifts.map(({ memberId, caseId }) => `${memberId} ${caseId}`)

describe('the plan of a distribution', () => {
  it('gives what has priority first, in the order of the national list', () => {
    const cases = [
      ready('plain', { docketDate: '2001-01-01' }),
      ready('remand', { isCourtRemand: true }),
      ready('late advanced', { isAdvanced: true, docketDate: '2026-01-01' }),
      ready('advanced', { isAdvanced: true }),
      ready('both', { isAdvanced: true, isCourtRemand: true, docketDate: '2026-05-01' }),
    ]
    const { gifts } = given(cases, [ada])
    assert.deepEqual(
      gifts.map(({ caseId, reasons }) => [caseId, reasons[0]?.because]),
      [
        ['both', 'courtRemandAndAdvanced'],
        ['advanced', 'advanced'],
        ['late advanced', 'advanced'],
        ['remand', 'courtRemand'],
        ['plain', 'docketGoal'],
      ],
    )
  })

  it('gives the rest by when the goal of its docket says it is due', () => {
    const cases = [
      ready('older, more time', { docket: 'long', docketDate: '2024-06-01' }),
      ready('younger, less time', { docket: 'short', docketDate: '2025-01-01' }),
      ready('no docket', { docket: null, docketDate: '2001-01-01' }),
    ]
    const { gifts } = given(cases, [ada])
    assert.deepEqual(
      gifts.map(({ caseId, reasons }) => [caseId, reasons]),
      [
        [
          'younger, less time',
          [{ because: 'docketGoal', docket: 'short', goalDays: 365, due: '2026-01-01' }],
        ],
        ['older, more time', [{ because: 'docketGoal', docket: 'long', goalDays: 730, due: '2026-06-01' }]],
        ['no docket', [{ because: 'docketNumber' }]],
      ],
    )
  })

  it('gives a batch for each drafter, and another size where there is none', () => {
    const cases = Array.from({ length: 40 }, (_, index) => ready(`case ${String(index).padStart(2, '0')}`))
    const counts = (receiver: Receiver) => given(cases, [receiver]).gifts.length
    assert.equal(counts(ada), 15)
    assert.equal(counts({ ...ada, drafters: 4 }), 12)
  })

  it('gives no case twice', () => {
    const cases = ['a', 'b', 'c', 'd'].map((name) => ready(name))
    assert.deepEqual(casesOf(cases, [ben, ada]), ['ben a', 'ben b', 'ben c', 'ada d'])
  })

  it('gives nobody what they may not see', () => {
    const cases = [ready('a', { sensitivity: 5 }), ready('b')]
    assert.deepEqual(casesOf(cases, [ben, ada]), ['ben b', 'ada a'])
  })

  it('refuses whoever has too many waiting, and goes on with the others', () => {
    const plan = given(
      [ready('a')],
      [
        { ...ada, waiting: 9 },
        { ...ben, waiting: 8 },
      ],
    )
    assert.deepEqual(plan.refused, [{ memberId: 'ada', waiting: 9, mostWaiting: 8 }])
    assert.deepEqual(
      plan.gifts.map(({ memberId }) => memberId),
      ['ben'],
    )
  })

  it('keeps a case for whoever held its session, before what others may have', () => {
    const cases = [
      ready('free', { docketDate: '2001-01-01' }),
      ready('kept', { tie: { memberId: 'ada', because: 'session' } }),
    ]
    assert.deepEqual(casesOf(cases, [ben]), ['ben free'])
    assert.deepEqual(given(cases, [ada]).gifts[0], {
      caseId: 'kept',
      taskId: 'task of kept',
      memberId: 'ada',
      reasons: [{ because: 'session', keptUntil: '2026-12-19T00:00:00.000Z' }],
    })
  })

  it('gives it to anyone once its days are over: fewer days where it is advanced, or a court sent it back', () => {
    const session = { memberId: 'ada', because: 'session' } as const
    const decision = { memberId: 'ada', because: 'decision' } as const
    const since = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
    const may = (one: ReadyCase) => casesOf([one], [ben]).length === 1
    assert.equal(may(ready('a', { tie: session, readySince: since(59) })), false)
    assert.equal(may(ready('a', { tie: session, readySince: since(60) })), true)
    assert.equal(may(ready('a', { tie: session, isAdvanced: true, readySince: since(29) })), false)
    assert.equal(may(ready('a', { tie: session, isAdvanced: true, readySince: since(30) })), true)
    assert.equal(may(ready('a', { tie: decision, isCourtRemand: true, readySince: since(20) })), false)
    assert.equal(may(ready('a', { tie: decision, isCourtRemand: true, readySince: since(21) })), true)
  })

  it('says of a case with priority that is kept why it ranks and why it is theirs', () => {
    const one = ready('a', { isAdvanced: true, tie: { memberId: 'ada', because: 'session' } })
    assert.deepEqual(given([one], [ada]).gifts[0]?.reasons, [
      { because: 'advanced' },
      { because: 'session', keptUntil: '2026-11-19T00:00:00.000Z' },
    ])
  })

  it('moves other cases when a lever is moved', () => {
    const cases = [
      ready('long', { docket: 'long', docketDate: '2024-06-01' }),
      ready('short', { docket: 'short', docketDate: '2025-01-01' }),
    ]
    assert.deepEqual(casesOf(cases, [{ ...ben }], { batchPerDrafter: 1 }), ['ben short'])
    const docketGoals = [
      { docket: 'long', days: 365 },
      { docket: 'short', days: 365 },
    ]
    assert.deepEqual(casesOf(cases, [ben], { batchPerDrafter: 1, docketGoals }), ['ben long'])
  })
})
