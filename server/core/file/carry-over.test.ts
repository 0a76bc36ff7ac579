import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, it } from 'node:test'
import type { SharedContent } from '@portico/contract/links'
import { alice, bob, noon } from '../../test/given.ts'
import { canonicalJson } from '../kernel/chain.ts'
import type { Fact, Recorded } from '../kernel/decider.ts'
import { carryOver } from './carry-over.ts'

const shared: SharedContent = {
  kind: 'substitution',
  why: 'A substitution.',
  docketNumber: '200102-1',
  caseType: 'appeal',
  receiptDate: '2020-01-02',
  partyIds: [],
  documents: [{ id: 'doc_1', version: 1, as: 'doc_new' }],
  issues: [
    { id: 'issue_2', as: 'issue_b' },
    { id: 'issue_1', as: 'issue_a' },
  ],
}

type Told = Recorded & { sequence: number }

function told(...facts: Fact[]): Told[] {
  return facts.map((fact, index) => ({ ...fact, sequence: index + 1, at: noon.toISOString(), actor: bob }))
}

const carried = (events: Told[], drafts: string[] = [], texts = new Map<string, unknown>()) =>
  carryOver(events, { from: 'case_old', to: 'case_new', shared, drafts, texts })

const onDocument = (type: string, data: object): Fact =>
  ({ type, subject: 'doc_1', data: { documentId: 'doc_1', ...data } }) as Fact
const onIssue = (type: string, data: object, issueId = 'issue_1'): Fact =>
  ({ type, subject: issueId, data: { issueId, ...data } }) as Fact

const typesOf = (facts: readonly Fact[]) => facts.map(({ type }) => type)

describe('what goes on in another case', () => {
  it('has the IDs of that case, and who made it so and when', () => {
    const note = { annotationId: 'ann_1', page: 41, comment: 'Here' }
    const { facts } = carried(
      told(
        onDocument('document.annotated', note),
        onDocument('document.annotated', { annotationId: 'ann_2', page: 41, replyTo: 'ann_1' }),
        onIssue('issue.cited', {
          citationId: 'cite_1',
          anchor: { documentId: 'doc_1', version: 1, page: 41 },
        }),
      ),
    )
    const [first, reply, cited, ordered] = facts as [Fact, Fact, Fact, Fact]
    const { annotationId } = first.data as { annotationId: string }
    assert.notEqual(annotationId, 'ann_1')
    assert.deepEqual(first, {
      type: 'document.annotated',
      subject: 'doc_new',
      data: { documentId: 'doc_new', ...note, annotationId },
      carried: { caseId: 'case_old', sequence: 1, by: bob, at: noon.toISOString() },
    })
    assert.equal((reply.data as { replyTo: string }).replyTo, annotationId)
    assert.deepEqual((cited.data as { anchor: object }).anchor, {
      documentId: 'doc_new',
      version: 1,
      page: 41,
    })
    assert.deepEqual(ordered.data, { issueIds: ['issue_b', 'issue_a'] })
    assert.deepEqual(
      carried(told(onDocument('document.annotated', note))).facts[0],
      first,
      'the same each time',
    )
  })

  it('is attributed to the author of an event that was carried over before', () => {
    const [event] = told(onDocument('document.tagged', { text: 'favorable' })) as [Told]
    const [fact] = carried([{ ...event, onBehalfOf: alice }]).facts
    assert.deepEqual(fact?.carried?.by, alice)
  })

  it('is without what was taken back, and with what was said last', () => {
    const { facts } = carried(
      told(
        onDocument('document.tagged', { text: 'wrong' }),
        onDocument('document.untagged', { text: 'wrong' }),
        onDocument('document.tagged', { text: 'again' }),
        onDocument('document.untagged', { text: 'again' }),
        onDocument('document.tagged', { text: 'again' }),
        onDocument('document.annotated', { annotationId: 'ann_1', page: 1, visibility: 'staff' }),
        onDocument('document.annotationRemoved', { annotationId: 'ann_1' }),
        onDocument('document.annotated', { annotationId: 'ann_1', page: 1, visibility: 'private' }),
        onDocument('document.markedRead', {}),
        onDocument('document.markedUnread', {}),
        onIssue('issue.decided', { disposition: 'denied', reasons: [] }),
        onIssue('issue.decided', { disposition: 'allowed', reasons: [] }),
        onIssue('issue.decided', { disposition: 'denied', reasons: [] }, 'issue_2'),
        onIssue('issue.undecided', {}, 'issue_2'),
      ),
    )
    assert.deepEqual(typesOf(facts), [
      'document.tagged',
      'document.annotated',
      'issue.decided',
      'case.issuesOrdered',
    ])
    const [tag, note, decided] = facts.map(({ data }) => data as Record<string, unknown>)
    assert.deepEqual([tag?.text, note?.visibility, decided?.disposition], ['again', 'private', 'allowed'])
  })

  it('is of the documents, issues and drafts that go along, and of no other', () => {
    const product = {
      workProductId: 'product_1',
      version: 1,
      title: 'Order',
      contentSha256: 'a',
      issueIds: [],
    }
    const { facts } = carried(
      told(
        { type: 'document.tagged', subject: 'doc_2', data: { documentId: 'doc_2', text: 'no' } },
        onIssue('issue.decided', { disposition: 'denied', reasons: [] }, 'issue_9'),
        { type: 'workProduct.drafted', subject: 'product_1', data: product },
        { type: 'case.documentsArranged', subject: 'case_old', data: { documentIds: ['doc_2', 'doc_1'] } },
      ),
      ['product_2'],
    )
    assert.deepEqual(
      facts.map(({ type, subject, data }) => [type, subject, data]),
      [
        ['case.documentsArranged', 'case_new', { documentIds: ['doc_new'] }],
        ['case.issuesOrdered', 'case_new', { issueIds: ['issue_b', 'issue_a'] }],
      ],
    )
  })

  it('has its texts under their new hashes, and no version whose text was erased', () => {
    const saved = (version: number, contentSha256: string): Fact => ({
      type: version === 1 ? 'workProduct.drafted' : 'workProduct.saved',
      subject: 'product_1',
      data: { workProductId: 'product_1', version, title: 'Order', contentSha256, issueIds: ['issue_1'] },
    })
    const texts = new Map([
      ['kept', { issues: [{ issueId: 'issue_1', content: [{ documentId: 'doc_1' }] }] }],
    ])
    const { facts, texts: there } = carried(told(saved(1, 'erased'), saved(2, 'kept')), ['product_1'], texts)
    assert.deepEqual(there, [{ issues: [{ issueId: 'issue_a', content: [{ documentId: 'doc_new' }] }] }])
    const [fact] = facts as [Fact<'workProduct.saved'>]
    assert.deepEqual([fact.type, fact.data.issueIds], ['workProduct.saved', ['issue_a']])
    assert.equal(fact.data.contentSha256, hash('sha256', canonicalJson(there[0])))
  })
})
