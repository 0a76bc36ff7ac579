import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Reading, withheld } from '@portico/contract/audience'
import type { EventType, PorticoEvent } from '@portico/contract/events'
import {
  casesNamedIn,
  isVisibleTo,
  nothingReserved,
  type Reader,
  type Reserved,
  readableData,
} from './reader.ts'

const told = (type: EventType, data: object, marks: object = {}) =>
  ({ type, sequence: 7, actor: { id: 'ada' }, data, ...marks }) as unknown as PorticoEvent

const as = (audience: Reading, more: Partial<Reader> = {}): Reader => ({
  id: 'eve',
  teams: [],
  audience,
  ...more,
})

const shown = (event: PorticoEvent, reader: Reader, reserved: Partial<Reserved> = {}) => {
  const data = readableData(event, reader, { ...nothingReserved, ...reserved })
  return data === withheld ? 'withheld' : data
}

describe('what a reader is told of an event', () => {
  it('words that say nothing of who sees them are for staff', () => {
    for (const event of [
      told('document.annotated', { documentId: 'd', annotationId: 'a', page: 1, comment: 'weak' }),
      told('document.tagged', { documentId: 'd', text: 'weak' }),
    ]) {
      assert.deepEqual(shown(event, as('staff')), event.data)
      assert.equal(shown(event, as('integration')), 'withheld')
      assert.equal(shown(event, as('party')), 'withheld')
    }
  })

  it('an annotation is read by those who may see it, whatever else they may', () => {
    const own = told('document.annotated', { annotationId: 'a', visibility: 'private' })
    const east = told('document.annotated', { annotationId: 'a', visibility: 'team', teams: ['east'] })
    const open = told('document.annotated', { annotationId: 'a', visibility: 'case' })
    const readers = [
      as('party', { id: 'ada' }),
      as('staff', { id: 'bob', teams: ['east'] }),
      as('administration', { id: 'root', teams: ['west'] }),
      as('party', { id: 'ned' }),
    ]
    const who = (event: PorticoEvent) =>
      readers.flatMap((reader) => (shown(event, reader) === 'withheld' ? [] : [reader.id]))
    assert.deepEqual(who(own), ['ada'])
    assert.deepEqual(who(east), ['ada', 'bob'])
    assert.deepEqual(who(open), ['ada', 'bob', 'root', 'ned'])
  })

  it('how an issue is being decided is for those who deliberate', () => {
    const decided = told('issue.decided', { issueId: 'i', disposition: 'denied', reasons: [] })
    assert.deepEqual(shown(decided, as('deliberation')), decided.data)
    for (const reading of ['staff', 'integration', 'party'] as const)
      assert.equal(shown(decided, as(reading)), 'withheld')
  })

  it('what people write in a task is for staff, and that there is one for connected systems', () => {
    const opened = told('task.opened', { taskId: 't', type: 'drafting', instructions: 'Be kind.' })
    assert.deepEqual(shown(opened, as('staff')), opened.data)
    assert.deepEqual(shown(opened, as('integration')), { taskId: 't', type: 'drafting' })
    assert.equal(shown(opened, as('party')), 'withheld')
  })

  it('a held or removed document is for those who curate', () => {
    const filed = told('document.filed', { documentId: 'doc_1', name: 'Secret' })
    const reserved = { uncurrent: new Set(['doc_1']) }
    assert.equal(shown(filed, as('deliberation'), reserved), 'withheld')
    assert.deepEqual(shown(filed, as('staff', { curates: true }), reserved), filed.data)
    assert.deepEqual(shown(filed, as('party'), { uncurrent: new Set(['doc_2']) }), filed.data)
  })

  it('what repeats pages is told without pages of documents that are not for the reader', () => {
    const run = (ofStartPage: number) => ({
      startPage: 9,
      endPage: 10,
      ofStartPage,
      kind: 'exact',
      similarity: 1,
    })
    const linked = told('document.linked', { documentId: 'doc_4', duplicates: [run(1), run(5)] })
    const reserved = { concealed: new Set(['doc_2']), seenPages: [{ startPage: 1, endPage: 4 }] }
    for (const reading of ['deliberation', 'staff', 'integration'] as const)
      assert.deepEqual(shown(linked, as(reading), reserved), { documentId: 'doc_4', duplicates: [run(1)] })
    assert.equal(shown(linked, as('staff'), { seenPages: [] }), 'withheld')
    assert.deepEqual(shown(linked, as('administration'), { seenPages: [] }), linked.data)
  })

  it('lists of documents are without those that are not for the reader', () => {
    const reserved = { uncurrent: new Set(['doc_1']), concealed: new Set(['doc_2']) }
    const arranged = told('case.documentsArranged', { documentIds: ['doc_1', 'doc_2', 'doc_3'] })
    assert.deepEqual(shown(arranged, as('integration'), reserved), { documentIds: ['doc_3'] })
    assert.deepEqual(shown(arranged, as('integration', { curates: true }), reserved), {
      documentIds: ['doc_1', 'doc_3'],
    })
    const divided = told('document.divided', { documentId: 'doc_3', into: ['doc_1', 'doc_4'] })
    assert.deepEqual(shown(divided, as('party'), reserved), { documentId: 'doc_3', into: ['doc_4'] })
    const refused = told('document.refused', { name: 'Copy', duplicateOf: 'doc_2' })
    assert.equal(shown(refused, as('integration', { curates: true }), reserved), 'withheld')
  })

  it('of the other side a party learns who they are, and of their own client all', () => {
    const recorded = told('party.recorded', {
      partyId: 'party_1',
      role: 'appellant',
      person: { firstName: 'Ada', lastName: 'Byron', birthDate: '1948-12-10' },
      contact: { emails: ['ada@example.org'] },
    })
    assert.deepEqual(shown(recorded, as('party')), {
      partyId: 'party_1',
      role: 'appellant',
      person: { firstName: 'Ada', lastName: 'Byron' },
    })
    const clients = new Set(['party_1'])
    assert.deepEqual(shown(recorded, as('party'), { clients }), recorded.data)
    const asOf = '2026-11-01T00:00:00.000Z'
    const directory = { binding: 'main', asOf, heardAt: asOf, identifiers: [] }
    const compared = { directory, reconciled: { contact: asOf }, conflicts: [{ field: 'contact.emails' }] }
    const withDirectory = told('party.recorded', { ...(recorded.data as object), ...compared })
    assert.deepEqual(shown(withDirectory, as('party'), { clients }), recorded.data)
    assert.deepEqual(shown(withDirectory, as('staff')), withDirectory.data)
    for (const [type, data] of [
      ['access.granted', { grantId: 'g', memberId: 'm', username: 'counsel' }],
      ['access.withdrawn', { grantId: 'g', memberId: 'm', why: 'We do not trust them.' }],
      ['party.changedElsewhere', { role: 'appellant', part: 'contact', origin: { caseId: 'case_2' } }],
      ['delivery.withdrawn', { deliveryId: 'd', why: 'A mistake of ours.' }],
    ] as const)
      assert.equal(
        shown(told(type, { partyId: 'party_1', ...data }), as('party'), { clients }),
        'withheld',
        type,
      )
    assert.equal('contact' in (shown(recorded, as('integration')) as object), false)
  })

  it('a party is told in their own words where the case stands, and not before the release what came of a signature', () => {
    const changed = told('case.stateChanged', {
      from: 'inReview',
      to: 'signed',
      partyFrom: 'decisionInProgress',
      partyTo: 'decided',
      why: 'The decision is signed.',
      enteredStepAt: '2026-11-01T00:00:00.000Z',
    })
    const words = { partyTo: 'decided' }
    const unreleased = [{ after: 6, upTo: Number.POSITIVE_INFINITY }]
    assert.deepEqual(shown(changed, as('party')), words)
    assert.equal(shown(changed, as('party'), { unreleased }), 'withheld')
    assert.deepEqual(shown(changed, as('staff'), { unreleased }), changed.data)
    const within = told('case.stateChanged', { ...(changed.data as object), partyFrom: 'decided' })
    assert.equal(shown(within, as('party')), 'withheld')
    assert.deepEqual(shown(within, as('staff')), within.data)
    const recalled = (wasReleased: boolean) =>
      told('workProduct.recalled', { workProductId: 'w', packageSha256: 'x', wasReleased, why: 'Wrong.' })
    assert.equal(shown(recalled(false), as('party')), 'withheld')
    assert.deepEqual(shown(recalled(true), as('party')), {
      workProductId: 'w',
      packageSha256: 'x',
      wasReleased: true,
    })
  })

  it('a case that is not seen is not named by one that is linked with it', () => {
    const linked = told('case.linked', { kind: 'split', caseId: 'case_2', docketNumber: '1-1', why: 'x' })
    assert.equal(shown(linked, as('deliberation'), { unseenCases: new Set(['case_2']) }), 'withheld')
    assert.equal(shown(linked, as('administration'), { unseenCases: new Set(['case_2']) }), 'withheld')
    assert.deepEqual(shown(linked, as('deliberation')), linked.data)
  })

  it('nor by what came from it, whoever reads', () => {
    const of = { partyId: 'party_1', role: 'appellant', isClaimant: true }
    const unseenCases = new Set(['case_2'])
    for (const [event, rest] of [
      [told('party.contactChanged', { ...of, origin: { caseId: 'case_2' } }), of],
      [
        told('issue.added', { issueId: 'i', sharedFrom: { caseId: 'case_2', issueId: 'j' } }),
        { issueId: 'i' },
      ],
    ] as const) {
      assert.deepEqual(casesNamedIn(event), ['case_2'])
      for (const reading of ['administration', 'staff', 'integration'] as const) {
        assert.deepEqual(shown(event, as(reading), { unseenCases }), rest)
        assert.deepEqual(shown(event, as(reading)), event.data)
      }
      const theirs = shown(event, as('party'), { unseenCases, clients: new Set(['party_1']) })
      assert.deepEqual(theirs, rest)
    }
  })

  it('nothing is left of what was erased, whoever asks', () => {
    assert.equal(shown(told('case.opened', null as never), as('administration')), null)
  })

  it('of a draft connected systems learn that there is one', () => {
    const drafted = told('workProduct.drafted', { workProductId: 'w', version: 1, title: 'Denial' })
    assert.deepEqual(shown(drafted, as('integration')), { workProductId: 'w', version: 1 })
    assert.equal(isVisibleTo('workProduct.drafted', 'party'), false)
    assert.equal(isVisibleTo('workProduct.released', 'party'), true)
  })
})
