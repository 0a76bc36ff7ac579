import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Anchor } from '@portico/contract/anchors'
import { alice, bob, callBy, given, noon, recorded } from '../../test/given.ts'
import { type Fact, fold } from '../kernel/decider.ts'
import type { FoundPlace, IssueCommand } from './commands.ts'
import { issues } from './issue.ts'

const caseId = 'case_1'
const issueType = 'serviceConnection'

const add = (issueId: string): IssueCommand => ({ type: 'addIssue', caseId, issueId, issueType })
const added = (issueId: string, position: number, more: object = {}): Fact => ({
  type: 'issue.added',
  subject: issueId,
  data: { issueId, issueType, position, ...more },
})
const decided = (issueId: string, disposition = 'allowed'): Fact => ({
  type: 'issue.decided',
  subject: issueId,
  data: { issueId, disposition, reasons: [] },
})
const ordered = (...issueIds: string[]): Fact => ({
  type: 'case.issuesOrdered',
  subject: caseId,
  data: { issueIds },
})
const removed = (issueId: string, how: 'withdrawn' | 'ineligible' = 'withdrawn'): Fact => ({
  type: 'issue.removed',
  subject: issueId,
  data: { issueId, how, why: 'because' },
})
const signed = (workProductId: string, ...issueIds: string[]): Fact => {
  const dispositions = issueIds.map((issueId) => ({ issueId, disposition: 'allowed', reasons: [] }))
  const hash = 'f'.repeat(64)
  return {
    type: 'workProduct.signed',
    subject: workProductId,
    data: {
      workProductId,
      version: 1,
      contentSha256: hash,
      packageSha256: hash,
      dispositions,
      recipients: [],
      warnings: [],
    },
  }
}
const recalled = (workProductId: string): Fact => ({
  type: 'workProduct.recalled',
  subject: workProductId,
  data: { workProductId, packageSha256: 'f'.repeat(64), wasReleased: false, why: 'a slip' },
})
const anchor: Anchor = { documentId: 'doc_1', version: 1, sha256: 'a'.repeat(64), page: 7, quote: 'granted' }
const elsewhere: Anchor = { ...anchor, version: 2, sha256: 'b'.repeat(64), page: 27 }
const cite = (issueId: string, citationId: string, at = anchor): IssueCommand => ({
  type: 'cite',
  caseId,
  issueId,
  citationId,
  anchor: at,
})
const cited = (issueId: string, citationId: string, at = anchor): Fact => ({
  type: 'issue.cited',
  subject: issueId,
  data: { issueId, citationId, anchor: at },
})
const orphaned = (issueId: string, citationId: string): Fact => ({
  type: 'issue.citationOrphaned',
  subject: issueId,
  data: { issueId, citationId },
})
const after = (...facts: Fact[]) => given(issues, recorded(facts))
const two = [added('issue_1', 0), added('issue_2', 1)]

/** Every command that changes one issue. */
const changesOf = (issueId: string): IssueCommand[] => [
  { type: 'editIssue', caseId, issueId, changes: { scope: 'less' } },
  { type: 'decideIssue', caseId, issueId, disposition: 'denied' },
  { type: 'undecideIssue', caseId, issueId },
  {
    type: 'splitIssue',
    caseId,
    issueId,
    into: [
      { issueId: 'issue_8', issueType },
      { issueId: 'issue_9', issueType },
    ],
  },
  { type: 'mergeIssues', caseId, issueId: 'issue_9', issueIds: [issueId, 'issue_2'] },
  { type: 'removeIssue', caseId, issueId, how: 'withdrawn', why: 'because' },
  cite(issueId, 'cite_9', elsewhere),
]

describe('the issues of a case', () => {
  it('come one behind the other', () => {
    after()
      .when(add('issue_1'))
      .then([added('issue_1', 0)])
    after(added('issue_1', 0))
      .when(add('issue_2'))
      .then([added('issue_2', 1)])
  })
  it('come behind all that are there, whatever has left', () => {
    after(...two, added('issue_3', 2), removed('issue_1'))
      .when(add('issue_4'))
      .then([added('issue_4', 3)])
  })
  it('are in the list once', () => {
    after(added('issue_1', 0))
      .when(add('issue_1'))
      .thenRefused('conflict', /already/)
  })
  it('are of a type that the profile knows, unless another system or case has its own words', () => {
    const strange = { ...add('issue_1'), issueType: 'x' } as IssueCommand
    after()
      .when(strange)
      .thenRefused('invalid', /There is no issue type x: /)
    for (const from of [
      { alias: { source: 'old', externalId: '1' } },
      { sharedFrom: { caseId: 'case_0', issueId: 'issue_0' } },
    ]) {
      after()
        .when({ ...strange, ...from } as IssueCommand)
        .then([added('issue_1', 0, { issueType: 'x', ...from })])
    }
  })
  it('are not without number', () => {
    const full = Array.from({ length: 500 }, (_, index) => added(`issue_${index}`, index))
    after(...full)
      .when(add('issue_500'))
      .thenRefused('stateForbids', /at most 500/)
  })
  it('that are not there are not found', () => {
    for (const command of changesOf('issue_x')) {
      after(...two)
        .when(command)
        .thenRefused('notFound', /no such issue/)
    }
    after(...two)
      .when({ type: 'restoreIssue', caseId, issueId: '__proto__' })
      .thenRefused('notFound', /no such issue/)
  })
})

describe('editing an issue', () => {
  const before = after(added('issue_1', 0, { scope: 'all', benefitType: 'compensation' }))
  const edit = (changes: object): IssueCommand => ({ type: 'editIssue', caseId, issueId: 'issue_1', changes })
  const edited = (data: object): Fact[] => [
    { type: 'issue.edited', subject: 'issue_1', data: { issueId: 'issue_1', issueType, ...data } },
  ]

  it('changes what is given, and null takes away', () => {
    before.when(edit({ scope: 'part' })).then(edited({ scope: 'part', benefitType: 'compensation' }))
    before.when(edit({ scope: null })).then(edited({ benefitType: 'compensation' }))
  })
  it('to what it is already changes nothing', () => {
    before.when(edit({ scope: 'all', issueType })).then([])
  })
  it('uses words of the profile', () => {
    before.when(edit({ issueType: 'x' })).thenRefused('invalid', /There is no issue type x: /)
    before.when(edit({ benefitType: 'x' })).thenRefused('invalid', /There is no benefit type x: /)
    const alias = { source: 'old', externalId: '1' }
    after(added('issue_1', 0, { issueType: 'x', alias }))
      .when(edit({ scope: 'part' }))
      .then(edited({ issueType: 'x', scope: 'part' }))
  })
})

describe('deciding an issue', () => {
  const decide = (disposition: string, more: object = {}): IssueCommand => ({
    type: 'decideIssue',
    caseId,
    issueId: 'issue_1',
    disposition,
    ...more,
  })
  const remand = { reasons: [{ reason: 'inadequateExamination', timing: 'afterCertification' }] }

  it('is an event with disposition, reasons and note', () => {
    after(...two)
      .when(decide('allowed'))
      .then([decided('issue_1')])
    after(...two)
      .when(decide('remanded', { ...remand, note: ' at last ' }))
      .then([
        {
          type: 'issue.decided',
          subject: 'issue_1',
          data: { issueId: 'issue_1', disposition: 'remanded', ...remand, note: 'at last' },
        },
      ])
  })
  it('otherwise than before replaces it, and the same again changes nothing', () => {
    const before = after(...two, decided('issue_1'))
    before.when(decide('denied')).then([decided('issue_1', 'denied')])
    before.when(decide('allowed', { note: ' ' })).then([])
  })
  it('uses words of the profile', () => {
    after(...two)
      .when(decide('granted'))
      .thenRefused('invalid', /There is no disposition granted: /)
    after(...two)
      .when(decide('remanded'))
      .thenRefused('invalid', /reasons must have at least 1 entry/)
  })
  it('is taken back once', () => {
    const undecide: IssueCommand = { type: 'undecideIssue', caseId, issueId: 'issue_1' }
    const undecided: Fact = { type: 'issue.undecided', subject: 'issue_1', data: { issueId: 'issue_1' } }
    after(...two, decided('issue_1'))
      .when(undecide)
      .then([undecided])
    after(...two, decided('issue_1'), undecided)
      .when(undecide)
      .then([])
  })
})

describe('ordering the issues', () => {
  const order = (...issueIds: string[]): IssueCommand => ({ type: 'orderIssues', caseId, issueIds })

  it('names each of the list once', () => {
    const before = after(...two, added('issue_3', 2), removed('issue_3'))
    before.when(order('issue_2', 'issue_1')).then([ordered('issue_2', 'issue_1')])
    before.when(order('issue_2')).thenRefused('invalid', /1 missing, such as issue_1/)
    before
      .when(order('issue_1', 'issue_2', 'issue_2'))
      .thenRefused('invalid', /must not have the same issue twice/)
    before.when(order('issue_1', 'issue_2', 'issue_3')).thenRefused('invalid', /no issue issue_3 in the list/)
  })
  it('as they stand changes nothing', () => {
    after(...two)
      .when(order('issue_1', 'issue_2'))
      .then([])
  })
  it('keeps the order of those that a signed decision decides', () => {
    const before = after(...two, added('issue_3', 2), signed('wp_1', 'issue_1', 'issue_2'))
    before.when(order('issue_3', 'issue_1', 'issue_2')).then([ordered('issue_3', 'issue_1', 'issue_2')])
    before.when(order('issue_2', 'issue_1', 'issue_3')).thenRefused('stateForbids', /must keep the order/)
  })
})

describe('splitting an issue', () => {
  const split: IssueCommand = {
    type: 'splitIssue',
    caseId,
    issueId: 'issue_1',
    into: [
      { issueId: 'issue_3', issueType, scope: 'left' },
      { issueId: 'issue_4', issueType, scope: 'right' },
    ],
  }
  const raisedIssueIds = ['issue_1']

  it('puts others in its place, which answer it and have its evidence', () => {
    after(...two, cited('issue_1', 'cite_1'), orphaned('issue_1', 'cite_1'))
      .when(split)
      .then([
        {
          type: 'issue.split',
          subject: 'issue_1',
          data: { issueId: 'issue_1', into: ['issue_3', 'issue_4'] },
        },
        added('issue_3', 2, { scope: 'left', raisedIssueIds }),
        cited('issue_3', 'cite_1'),
        orphaned('issue_3', 'cite_1'),
        added('issue_4', 3, { scope: 'right', raisedIssueIds }),
        cited('issue_4', 'cite_1'),
        orphaned('issue_4', 'cite_1'),
        ordered('issue_3', 'issue_4', 'issue_2'),
      ])
  })
  it('makes two or more of it, and only while it is undecided', () => {
    after(...two)
      .when({ ...split, into: [{ issueId: 'issue_3', issueType }] } as IssueCommand)
      .thenRefused('invalid', /into must have at least 2 entries/)
    after(...two, decided('issue_1'))
      .when(split)
      .thenRefused('stateForbids', /is decided/)
    const strange = [
      { issueId: 'issue_3', issueType },
      { issueId: 'issue_4', issueType: 'x' },
    ]
    after(...two)
      .when({ ...split, into: strange } as IssueCommand)
      .thenRefused('invalid', /There is no issue type x: /)
  })
})

describe('merging issues', () => {
  const merge = (...issueIds: string[]): IssueCommand => ({
    type: 'mergeIssues',
    caseId,
    issueId: 'issue_9',
    issueIds,
  })
  const before = after(
    ...two,
    added('issue_3', 2, { scope: 'right' }),
    cited('issue_1', 'cite_1'),
    cited('issue_3', 'cite_2'),
    cited('issue_3', 'cite_3', elsewhere),
  )

  it('puts one in their place, which answers all of them and cites each place once', () => {
    before.when(merge('issue_3', 'issue_1')).then([
      {
        type: 'issue.merged',
        subject: 'issue_9',
        data: { issueId: 'issue_9', from: ['issue_3', 'issue_1'] },
      },
      added('issue_9', 3, { scope: 'right', raisedIssueIds: ['issue_3', 'issue_1'] }),
      cited('issue_9', 'cite_2'),
      cited('issue_9', 'cite_3', elsewhere),
      ordered('issue_9', 'issue_2'),
    ])
  })
  it('answers what was raised, through whatever lies between', () => {
    const state = fold(
      issues,
      recorded([
        added('issue_1', 0),
        added('issue_2', 1),
        added('issue_3', 2, { raisedIssueIds: ['issue_1'] }),
        added('issue_4', 3, { raisedIssueIds: ['issue_1', 'issue_2'] }),
      ]),
    )
    const facts = issues.decide(merge('issue_3', 'issue_4'), state, callBy(alice))
    const made = facts.find(({ type }) => type === 'issue.added')
    assert.deepEqual(made?.type === 'issue.added' && made.data.raisedIssueIds, ['issue_1', 'issue_2'])
  })
  it('takes over what an issue is about, and not what it is called elsewhere', () => {
    const alias = { source: 'old', externalId: '1' }
    const sharedFrom = { caseId: 'case_0', issueId: 'issue_0' }
    after(added('issue_1', 0, { scope: 'left', alias, sharedFrom }), added('issue_2', 1))
      .when(merge('issue_1', 'issue_2'))
      .then([
        {
          type: 'issue.merged',
          subject: 'issue_9',
          data: { issueId: 'issue_9', from: ['issue_1', 'issue_2'] },
        },
        added('issue_9', 2, { scope: 'left', raisedIssueIds: ['issue_1', 'issue_2'] }),
        ordered('issue_9'),
      ])
  })
  it('may say what the one is about', () => {
    before
      .when({ ...merge('issue_1', 'issue_3'), into: { issueType: 'x' } } as IssueCommand)
      .thenRefused('invalid', /There is no issue type x: /)
  })
  it('takes two or more that are undecided', () => {
    before.when(merge('issue_1')).thenRefused('invalid', /issueIds must name at least 2/)
    before.when(merge('issue_1', 'issue_1')).thenRefused('invalid', /at least 2 issues, each once/)
    after(...two, decided('issue_2'))
      .when(merge('issue_1', 'issue_2'))
      .thenRefused('stateForbids', /is decided/)
  })
})

describe('removing an issue', () => {
  const remove = (how: 'withdrawn' | 'ineligible', more: object = {}): IssueCommand => ({
    type: 'removeIssue',
    caseId,
    issueId: 'issue_1',
    how,
    why: ' because ',
    ...more,
  })
  const restore: IssueCommand = { type: 'restoreIssue', caseId, issueId: 'issue_1' }

  it('says how and why', () => {
    after(...two)
      .when(remove('withdrawn'))
      .then([removed('issue_1')])
    after(...two)
      .when(remove('ineligible', { reason: 'untimely' }))
      .then([
        {
          type: 'issue.removed',
          subject: 'issue_1',
          data: { issueId: 'issue_1', how: 'ineligible', reason: 'untimely', why: 'because' },
        },
      ])
  })
  it('for ineligibility has a reason of the profile, and only then', () => {
    const before = after(...two)
    before.when(remove('ineligible')).thenRefused('invalid', /^reason must be one of /)
    before
      .when(remove('ineligible', { reason: 'x' }))
      .thenRefused('invalid', /There is no reason of ineligibility x: /)
    before.when(remove('withdrawn', { reason: 'untimely' })).thenRefused('invalid', /reason must be left out/)
    before.when(remove('withdrawn', { why: '  ' })).thenRefused('invalid', /why must not be blank/)
  })
  it('waits until its decision is taken back', () => {
    after(...two, decided('issue_1'))
      .when(remove('withdrawn'))
      .thenRefused('stateForbids', /is decided/)
  })
  it('ends what can be done to it, until it is restored at the end of the list', () => {
    const before = after(...two, removed('issue_1', 'ineligible'))
    for (const command of changesOf('issue_1')) {
      before.when(command).thenRefused('stateForbids', /no longer on the list: it was found ineligible/)
    }
    const restored: Fact = {
      type: 'issue.restored',
      subject: 'issue_1',
      data: { issueId: 'issue_1', position: 2 },
    }
    before.when(restore).then([restored])
    after(...two, removed('issue_1'), restored)
      .when({ type: 'orderIssues', caseId, issueIds: ['issue_2', 'issue_1'] })
      .then([])
  })
  it('that was not removed is restored already; one that was split or merged stays so', () => {
    after(...two)
      .when(restore)
      .then([])
    const split: Fact = { type: 'issue.split', subject: 'issue_1', data: { issueId: 'issue_1', into: [] } }
    after(...two, split)
      .when(restore)
      .thenRefused('stateForbids', /it was split/)
    const merged: Fact = {
      type: 'issue.merged',
      subject: 'issue_2',
      data: { issueId: 'issue_2', from: ['issue_1'] },
    }
    after(...two, merged)
      .when(restore)
      .thenRefused('stateForbids', /it was merged/)
  })
})

describe('citing evidence', () => {
  const uncite = (citationId: string): IssueCommand => ({
    type: 'uncite',
    caseId,
    issueId: 'issue_1',
    citationId,
  })
  const uncited: Fact = {
    type: 'issue.uncited',
    subject: 'issue_1',
    data: { issueId: 'issue_1', citationId: 'cite_1' },
  }

  it('cites each place once an issue', () => {
    after(...two)
      .when(cite('issue_1', 'cite_1'))
      .then([cited('issue_1', 'cite_1')])
    const before = after(...two, cited('issue_1', 'cite_1'))
    before.when(cite('issue_1', 'cite_2')).then([])
    before.when(cite('issue_2', 'cite_2')).then([cited('issue_2', 'cite_2')])
    before.when(cite('issue_1', 'cite_2', elsewhere)).then([cited('issue_1', 'cite_2', elsewhere)])
  })
  it('keeps a note, without the space around it', () => {
    after(...two)
      .when({ ...cite('issue_1', 'cite_1'), note: ' the nexus ' } as IssueCommand)
      .then([
        {
          type: 'issue.cited',
          subject: 'issue_1',
          data: { issueId: 'issue_1', citationId: 'cite_1', anchor, note: 'the nexus' },
        },
      ])
  })
  it('is of so many places and no more, with rectangles that are none turned inside out', () => {
    const full = Array.from({ length: 1000 }, (_, index) =>
      cited('issue_1', `cite_${index}`, { ...anchor, page: index + 10 }),
    )
    after(...two, ...full)
      .when(cite('issue_1', 'cite_x'))
      .thenRefused('stateForbids', /at most 1000 citations/)
    after(...two)
      .when(cite('issue_1', 'cite_1', { ...anchor, rect: { left: 1, top: 0, right: 0, bottom: 1 } }))
      .thenRefused('invalid', /rectangle/)
  })
  it('is taken back once, and what is not there is taken back already', () => {
    after(...two, cited('issue_1', 'cite_1'))
      .when(uncite('cite_1'))
      .then([uncited])
    after(...two, cited('issue_1', 'cite_1'), uncited)
      .when(uncite('cite_1'))
      .then([])
    after(...two)
      .when(uncite('__proto__'))
      .then([])
    after(...two, cited('issue_1', 'cite_1'), removed('issue_1'))
      .when(uncite('cite_1'))
      .thenRefused('stateForbids', /no longer on the list/)
  })
  it('remembers who cited, and when', () => {
    const later = new Date(noon.getTime() + 1000)
    const made = recorded([cited('issue_1', 'cite_1')], bob, later)
    const state = fold(issues, [...recorded(two, alice), ...made])
    const { by, at } = state.issues.issue_1!.citations.cite_1!
    assert.deepEqual([by, at], ['bob', later.toISOString()])
  })
})

describe('following citations', () => {
  const follow = (...places: FoundPlace[]): IssueCommand => ({ type: 'followCitations', caseId, places })
  const place = (more: Partial<FoundPlace> = {}): FoundPlace => ({
    issueId: 'issue_1',
    citationId: 'cite_1',
    from: anchor,
    ...more,
  })
  const moved: Fact = {
    type: 'issue.citationMoved',
    subject: 'issue_1',
    data: { issueId: 'issue_1', citationId: 'cite_1', anchor: elsewhere },
  }
  const before = [...two, cited('issue_1', 'cite_1')]

  it('moves what was found and marks what was not, once', () => {
    after(...before)
      .when(follow(place({ found: elsewhere })))
      .then([moved])
    after(...before)
      .when(follow(place()))
      .then([orphaned('issue_1', 'cite_1')])
    after(...before, orphaned('issue_1', 'cite_1'))
      .when(follow(place()))
      .then([])
    after(...before, orphaned('issue_1', 'cite_1'))
      .when(follow(place({ found: elsewhere })))
      .then([moved])
  })
  it('leaves alone what has moved, or gone, meanwhile', () => {
    after(...before, moved)
      .when(follow(place()))
      .then([])
    after(...before)
      .when(follow(place({ citationId: 'cite_x' }), place({ issueId: '__proto__' })))
      .then([])
  })
  it('leaves what a signed decision cites as it was signed', () => {
    after(...before, signed('wp_1', 'issue_1'))
      .when(follow(place({ found: elsewhere })))
      .then([])
    after(...before, signed('wp_1', 'issue_1'), recalled('wp_1'))
      .when(follow(place({ found: elsewhere })))
      .then([moved])
  })
})

describe('an issue that a signed decision decides', () => {
  const before = [...two, cited('issue_1', 'cite_1'), decided('issue_1'), signed('wp_1', 'issue_1')]

  it('cannot be changed', () => {
    const commands: IssueCommand[] = [
      ...changesOf('issue_1'),
      { type: 'uncite', caseId, issueId: 'issue_1', citationId: 'cite_1' },
    ]
    for (const command of commands) {
      after(...before)
        .when(command)
        .thenRefused('stateForbids', /issue is in a signed decision/)
    }
    after(...before)
      .when({ type: 'decideIssue', caseId, issueId: 'issue_2', disposition: 'denied' })
      .then([decided('issue_2', 'denied')])
  })
  it('can be changed again when the decision is recalled, and not by another recall', () => {
    const deny: IssueCommand = { type: 'decideIssue', caseId, issueId: 'issue_1', disposition: 'denied' }
    after(...before, recalled('wp_0'))
      .when(deny)
      .thenRefused('stateForbids', /recall the decision before/)
    after(...before, recalled('wp_1'))
      .when(deny)
      .then([decided('issue_1', 'denied')])
  })
})
