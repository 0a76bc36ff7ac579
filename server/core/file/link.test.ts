import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SharedContent } from '@portico/contract/links'
import { alice, callBy, given, noon, recorded } from '../../test/given.ts'
import type { Fact } from '../kernel/decider.ts'
import { reactions } from '../reactions.ts'
import { links } from './link.ts'

const caseId = 'case_1'
const shared: SharedContent = {
  kind: 'remand',
  why: 'An examination is needed.',
  docketNumber: '260302-7',
  caseType: 'appeal',
  receiptDate: '2026-03-02',
  issues: [{ id: 'issue_1', as: 'issue_9' }],
  partyIds: [],
  documents: [],
}
const command = { type: 'linkCase' as const, caseId, linkedCaseId: 'case_2', shared }
const linked = (more: Partial<SharedContent> = {}): Fact => ({
  type: 'case.linked',
  subject: caseId,
  data: {
    kind: more.kind ?? 'remand',
    direction: 'to',
    caseId: 'case_2',
    docketNumber: '260302-7',
    why: shared.why,
    shared: { ...shared, ...more },
  },
})
const opened: Fact = {
  type: 'case.opened',
  subject: caseId,
  data: {
    docketNumber: '260302-7',
    caseType: 'appeal',
    veteran: { firstName: 'Ada', lastName: 'Byron' },
    receiptDate: '2026-03-02',
    uploadedAt: noon.toISOString(),
    originalPdfBytes: 0,
  },
}
const closed: Fact = { type: 'case.closed', subject: caseId, data: { reason: 'decided' } }
const told = (...facts: Fact[]) => given(links, recorded([opened, ...facts]))

describe('linking a case', () => {
  it('says once what the other one is given, also when the case is closed', () => {
    told().when(command).then([linked()])
    told(closed).when(command).then([linked()])
    told(linked()).when(command).then([])
  })

  it('a case that goes on with a substitute is not substituted again', () => {
    const substitute = { for: 'ada', by: 'eve' }
    const again = { kind: 'substitution' as const, substitute, issues: [{ id: 'issue_2', as: 'issue_8' }] }
    told(linked({ kind: 'substitution', substitute }), closed)
      .when({ ...command, linkedCaseId: 'case_3', shared: { ...shared, ...again } })
      .thenRefused('stateForbids', /continued as the case case_2 by a substitution/)
  })

  it('a closed case is not split, unless it is open again', () => {
    const split = { ...command, shared: { ...shared, kind: 'split' as const } }
    told(closed)
      .when(split)
      .thenRefused('stateForbids', /closed/)
    told(closed, { type: 'case.reopened', subject: caseId, data: { why: 'So.' } })
      .when(split)
      .then([linked({ kind: 'split' })])
  })

  it('only a remand comes from a court, and only a substitution has a substitute', () => {
    const mandate = { documentId: 'doc_1', mandateOn: '2026-10-05' }
    const asked = (more: Partial<SharedContent>) => ({ ...command, shared: { ...shared, ...more } })
    const substitute = { for: 'ada', by: 'eve' }
    told()
      .when(asked({ isCourtRemand: true, mandate }))
      .then([linked({ isCourtRemand: true, mandate })])
    told()
      .when(asked({ isCourtRemand: true }))
      .thenRefused('invalid', /mandate must be the ID/)
    told()
      .when(asked({ mandate }))
      .thenRefused('invalid', /mandate must be left out/)
    told()
      .when(asked({ kind: 'split', isCourtRemand: true }))
      .thenRefused('invalid', /isCourtRemand must be left out/)
    told()
      .when(asked({ substitute }))
      .thenRefused('invalid', /substitute must be left out/)
    told()
      .when(asked({ kind: 'substitution' }))
      .thenRefused('invalid', /must name the original party and its substitute/)
    told()
      .when(asked({ kind: 'substitution', substitute }))
      .then([linked({ kind: 'substitution', substitute })])
  })

  it('a case has a hundred links at most', () => {
    const many = Array.from({ length: 100 }, (_, index) => {
      const { data, ...fact } = linked() as Fact & { type: 'case.linked' }
      return { ...fact, data: { ...data, caseId: `case_x${index}` } }
    })
    told(...many)
      .when(command)
      .thenRefused('stateForbids', /at most 100 links/)
  })

  it('what is split off leaves the list of issues in the same step; a remand leaves it as it is', () => {
    const follows = (fact: Fact) =>
      reactions
        .to({ ...recorded([fact])[0]!, id: 'evt_1', caseId }, callBy(alice))
        .map(({ command }) => command)
        .filter(({ type }) => type === 'removeIssue')
    assert.deepEqual(follows(linked()), [])
    assert.deepEqual(follows(linked({ kind: 'split' })), [
      {
        type: 'removeIssue',
        caseId,
        issueId: 'issue_1',
        how: 'moved',
        why: 'It goes on as the case case_2.',
      },
    ])
  })
})
