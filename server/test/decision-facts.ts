import { hash } from 'node:crypto'
import type { Anchor } from '@portico/contract/anchors'
import type { Block } from '@portico/contract/rich-text'
import { anchorKey, type DecisionFacts, versionKey } from '../core/decision/facts.ts'
import { alice, bob } from './given.ts'

const sha256 = 'ab'.repeat(32)

export const page = (number: number, more: Partial<Anchor> = {}): Anchor => ({
  documentId: 'doc_exam',
  version: 1,
  sha256,
  page: number,
  ...more,
})

export const says = (text: string, ...anchors: Anchor[]): Block => ({
  type: 'paragraph',
  id: `blk_${hash('sha256', text).slice(0, 12)}`,
  content: [{ type: 'text', text }, ...anchors.map((anchor) => ({ type: 'citation' as const, anchor }))],
})

/** A decision that nothing stands in the way of, and that nobody is warned of. */
export function decisionFacts(changes: Partial<DecisionFacts> = {}): DecisionFacts {
  const cited = [page(11, { quote: 'at least as likely as not' }), page(12)]
  return {
    case: {
      id: 'case_1',
      docketNumber: '240319-100482',
      caseType: 'original',
      veteran: { firstName: 'Ada', lastName: 'Byron' },
      receiptDate: '2024-03-19',
      version: 40,
      hash: 'cd'.repeat(32),
    },
    words: {
      name: 'board',
      label: 'Board of Appeals',
      caseTypes: [{ name: 'original', label: 'Original appeal' }],
      issueTypes: [{ name: 'serviceConnection', label: 'Service connection' }],
      benefitTypes: [{ name: 'compensation', label: 'Compensation' }],
      dispositions: [
        { name: 'allowed', label: 'Allowed' },
        { name: 'remanded', label: 'Remanded' },
      ],
      reasonGroups: [{ reasons: [{ name: 'noOpinion', label: 'No opinion' }] }],
      partyRoles: [
        { name: 'appellant', isClaimant: true, receivesDecision: true },
        { name: 'representative', isRepresentative: true, receivesDecision: true },
        { name: 'witness', receivesDecision: false },
      ],
      workProducts: {},
      boilerplate: [
        {
          name: 'law',
          version: 2,
          label: 'The law',
          body: 'For {{ claimant.name }}.\n\nOf {{ decision.date }}.',
        },
        { name: 'letter', version: 1, label: 'A letter', body: 'Answer by {{ answerBy }}.' },
      ],
    },
    workProduct: {
      id: 'product_1',
      title: 'Decision',
      version: 3,
      contentSha256: 'ef'.repeat(32),
      draftedBy: alice,
      draftedAt: '2026-11-01T09:00:00.000Z',
    },
    signature: { by: bob, name: 'Bob Judge', at: '2026-11-15T12:00:00.000Z' },
    content: {
      opening: [says('This matter is decided.')],
      issues: [
        { issueId: 'issue_2', content: [says('Remanded.', page(12))] },
        { issueId: 'issue_1', content: [says('Granted.', ...cited)] },
      ],
      closing: [],
    },
    issues: [
      {
        id: 'issue_1',
        issueType: 'serviceConnection',
        benefitType: 'compensation',
        description: 'Tinnitus',
        decision: { disposition: 'allowed', reasons: [], at: '2026-11-02T09:00:00.000Z' },
        evidence: [page(13)],
      },
      {
        id: 'issue_2',
        issueType: 'serviceConnection',
        decision: {
          disposition: 'remanded',
          reasons: [{ reason: 'noOpinion', timing: 'beforeCertification' }],
          at: '2026-11-02T09:00:00.000Z',
        },
        evidence: [],
      },
    ],
    documents: [
      {
        documentId: 'doc_exam',
        version: 1,
        name: 'Examination',
        startPage: 11,
        readBy: [{ id: alice.id, name: alice.name, at: '2026-11-01T10:00:00.000Z' }],
        filedMs: Date.parse('2024-04-01T08:00:00.000Z'),
      },
    ],
    versions: new Map([
      [versionKey({ documentId: 'doc_exam', version: 1 }), { name: 'Examination', startPage: 11 }],
    ]),
    parties: [
      {
        id: 'party_ada',
        role: 'appellant',
        person: { firstName: 'Ada', middleName: 'K.', lastName: 'Byron', birthDate: '1948-12-10' },
        contact: { emails: ['ada@example.org'] },
        representation: {
          representativeId: 'party_rep',
          powerOfAttorney: { start: '2024-03-01', scope: 'all matters' },
          isInForce: true,
        },
      },
      { id: 'party_rep', role: 'representative', organization: 'Helpers' },
      { id: 'party_wit', role: 'witness', person: { firstName: 'C', lastName: 'D' } },
    ],
    checks: new Map(
      [...cited, page(13)].map((anchor) => [anchorKey(anchor), { status: 'holds', resolves: true }]),
    ),
    openComments: 0,
    ...changes,
  }
}
