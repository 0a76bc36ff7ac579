import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultProfile } from '../../profile/default.ts'
import { decisionFacts } from '../../test/decision-facts.ts'
import type { DecisionFacts, DecisionWords } from './facts.ts'
import { findingsOf } from './findings.ts'

const barred = (changes: Partial<DecisionFacts>, words: DecisionWords = defaultProfile) =>
  findingsOf(decisionFacts({ words, ...changes })).blockers.filter(({ code }) =>
    ['claimantDeceased', 'mailOpen'].includes(code),
  )
const { issues, parties } = decisionFacts()
const dead = parties.map((party) =>
  party.person ? { ...party, person: { ...party.person, deathDate: '2026-10-30' } } : party,
)
const decidedAs = (disposition: string) =>
  issues.map((issue) => ({
    ...issue,
    decision: { disposition, reasons: [], at: '2026-11-01T00:00:00.000Z' },
  }))
const remaining = ['dismissedDeath', 'dismissedMatterOfLaw', 'withdrawn']

/** The default profile as version 0.1 saved it. */
const asSaved: DecisionWords = {
  ...defaultProfile,
  dispositions: defaultProfile.dispositions.map(({ afterDeath: _, ...one }) => one),
  taskTypes: defaultProfile.taskTypes.map(({ onlySigns: _, ...one }) => one),
}

describe('a decision on the merits', () => {
  it('is not signed for a claimant who has died: each issue says what remains', () => {
    const [first, second, ...others] = barred({ parties: dead })
    assert.equal(
      first?.sentence,
      'Issue 1, “Tinnitus”, is decided as Allowed, but Ada K. Byron has died. It can be signed as Dismissed, death or Dismissed, matter of law or Withdrawn.',
    )
    assert.deepEqual(
      [first?.issueId, first?.partyId, first?.dispositions, second?.issueId, others.length],
      ['issue_1', 'party_ada', remaining, 'issue_2', 0],
    )
    assert.deepEqual(
      [first, second].map((finding) => finding?.why),
      ['Ada K. Byron has died', 'Ada K. Byron has died'],
    )
    assert.deepEqual(barred({}), [])
    assert.deepEqual(barred({ parties: dead, issues: decidedAs('dismissedDeath') }), [])
  })

  it('is not signed because somebody was entered in another role: a substitution alone takes the place of the dead', () => {
    const alive = { id: 'party_eve', person: { firstName: 'Eve', lastName: 'Byron' } }
    for (const role of ['substitute', 'contestingClaimant', 'appellant', 'witness'])
      assert.equal(barred({ parties: [...dead, { ...alive, role }] }).length, 2, role)
    assert.deepEqual(barred({ parties: [{ ...alive, role: 'appellant' }] }), [])
  })

  it('is not signed while one of two claimants is dead, whichever of them comes first', () => {
    const alive = { id: 'party_eve', role: 'contestingClaimant', person: { firstName: 'Eve', lastName: 'B' } }
    for (const both of [
      [...dead, alive],
      [alive, ...dead],
    ])
      assert.deepEqual(
        barred({ parties: both }).map(({ partyId }) => partyId),
        ['party_ada', 'party_ada'],
      )
  })

  it('is signed after the death of somebody who is not a claimant', () => {
    const gone = { firstName: 'Legal', lastName: 'Counsel', deathDate: '2026-10-30' }
    for (const role of ['attorney', 'representative', 'veteran', 'witness'])
      assert.deepEqual(barred({ parties: [...parties, { id: 'party_x', role, person: gone }] }), [], role)
  })

  it('is not signed while the directory says that a claimant has died, and nobody has settled it', () => {
    const heard = (field: string) =>
      parties.map((party) =>
        party.person
          ? {
              ...party,
              directory: { person: { ...party.person, deathDate: '2026-10-30' } },
              conflicts: [{ field }],
            }
          : party,
      )
    assert.match(
      barred({ parties: heard('person.deathDate') })[0]?.sentence ?? '',
      /but the directory says that Ada K\. Byron has died, and the conflict with the case is not settled\. It can be signed as Dismissed, death/,
    )
    assert.deepEqual(barred({ parties: heard('contact.emails') }), [])
  })

  it('is not signed over mail that reports a death', () => {
    const openTasks = [{ id: 'task_1', type: 'deathCertificate' }]
    const [first, , ...others] = barred({ openTasks })
    assert.equal(
      first?.sentence,
      'Issue 1, “Tinnitus”, is decided as Allowed, but “Death certificate” is open. It can be signed as Dismissed, death or Dismissed, matter of law or Withdrawn.',
    )
    assert.deepEqual([first?.code, first?.taskId, others.length], ['mailOpen', 'task_1', 0])
    assert.deepEqual(barred({ openTasks, issues: decidedAs('dismissedDeath') }), [])
  })

  it('is not signed over mail that would end the case', () => {
    const openTasks = [{ id: 'task_1', type: 'withdrawal' }]
    const [first, , ...others] = barred({ openTasks })
    assert.equal(
      first?.sentence,
      'Issue 1, “Tinnitus”, is decided as Allowed, but “Withdrawal of appeal” is open. It can be signed as Withdrawn or Dismissed, death or Dismissed, matter of law.',
    )
    assert.deepEqual([first?.issueId, first?.taskId, others.length], ['issue_1', 'task_1', 0])
    assert.deepEqual(barred({ openTasks, issues: decidedAs('withdrawn') }), [])
    assert.deepEqual(barred({ openTasks: [{ id: 'task_2', type: 'statusInquiry' }] }), [])
  })

  it('is barred alike by a profile that says nothing of it', () => {
    assert.deepEqual(
      barred({ parties: dead }, asSaved).map(({ dispositions }) => dispositions),
      [remaining, remaining],
    )
    const workflows = [
      {
        rules: [
          {
            name: 'withdrawn',
            on: { event: 'task.completed', task: ['withdrawal'] },
            do: [{ close: 'withdrawn' }],
          },
        ],
      },
    ]
    const openTasks = [{ id: 'task_1', type: 'withdrawal' }]
    assert.deepEqual(
      barred({ openTasks }, { ...asSaved, workflows }).map(({ code, dispositions }) => [code, dispositions]),
      [
        ['mailOpen', remaining],
        ['mailOpen', remaining],
      ],
    )
  })
})
