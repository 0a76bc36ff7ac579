import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alice, callBy, given, recorded } from '../../test/given.ts'
import { type Fact, fold } from '../kernel/decider.ts'
import {
  arrangementOf,
  type CaseFileCommand,
  caseFile,
  type DuplicatePolicy,
  type NewDocument,
  type OpenCase,
} from './case-file.ts'

const newDocument = (documentId: string, pageCount: number, byte = 'b'): NewDocument => ({
  documentId,
  name: documentId,
  description: '',
  categories: ['other'],
  receiptDate: '2020-01-02',
  content: { sha256: byte.repeat(64), bytes: 10, mediaType: 'application/pdf', firstPage: 1, pageCount },
})

const open: OpenCase = {
  type: 'openCase',
  caseId: 'case_1',
  docketNumber: '200102-1',
  caseType: 'appeal',
  veteran: { firstName: 'Ada', lastName: 'Byron' },
  receiptDate: '2020-01-02',
  uploadedAt: '2026-10-01T00:00:00.000Z',
  originalPdfBytes: 20,
  claimantId: 'party_ada',
  documents: [newDocument('doc_1', 4), newDocument('doc_2', 1)],
}
const { type: _, caseId: __, documents: ___, ...openedData } = open
const opened: Fact = { type: 'case.opened', subject: 'case_1', data: openedData }
const fact = <Type extends Fact['type']>(type: Type, subject: string, data: Fact<Type>['data']) =>
  ({ type, subject, data }) as Fact
const filed = (id: string, startPage: number, endPage: number, position: number, byte = 'b') =>
  fact('document.filed', id, {
    ...newDocument(id, endPage - startPage + 1, byte),
    startPage,
    endPage,
    position,
  })
const revised = (documentId: string, version: number, startPage: number, endPage: number, byte = 'c') => {
  const { content } = newDocument('', endPage - startPage + 1, byte)
  return fact('document.revised', documentId, { documentId, version, startPage, endPage, content })
}
const standing = (type: 'document.held' | 'document.admitted' | 'document.removed', documentId: string) =>
  fact(type, documentId, { documentId, why: 'because' })
const file = (document: NewDocument, onDuplicate: DuplicatePolicy = 'link'): CaseFileCommand => ({
  type: 'fileDocuments',
  caseId: 'case_1',
  documents: [document],
  onDuplicate,
})
const arranged = (...documentIds: string[]): Fact => ({
  type: 'case.documentsArranged',
  subject: 'case_1',
  data: { documentIds },
})
const twoDocuments = [opened, filed('doc_1', 1, 4, 0), filed('doc_2', 5, 5, 1)]

describe('a case file', () => {
  it('opens with its documents in one page space', () => {
    given(caseFile, []).when(open).then(twoDocuments)
  })
  it('has the sensitivity of new cases from the first moment on, or that of the case it goes on with', () => {
    const context = callBy(alice)
    const { sensitivity } = context.profile
    const strict = {
      ...context,
      profile: { ...context.profile, sensitivity: { ...sensitivity, ofNewCases: 3 } },
    }
    const sensitive = (level: number): Fact =>
      ({ ...opened, data: { ...openedData, sensitivity: level } }) as Fact
    const bare = { ...open, documents: [] }
    given(caseFile, [])
      .when(bare, strict)
      .then([sensitive(3)])
    given(caseFile, [])
      .when({ ...bare, sensitivity: 6 }, strict)
      .then([sensitive(6)])
    given(caseFile, [])
      .when({ ...bare, sensitivity: 6 })
      .then([sensitive(6)])
  })
  it('names the party that whose case it is becomes, and none where it goes on with another case', () => {
    const { claimantId: _, ...unnamed } = { ...open, documents: [] }
    const claimantOf = (command: OpenCase) => {
      const [first] = caseFile.decide(command, caseFile.initial, callBy(alice))
      return first?.type === 'case.opened' ? first.data.claimantId : 'none was opened'
    }
    assert.match(claimantOf(unnamed) ?? '', /^party_/)
    assert.equal(claimantOf(unnamed), claimantOf(unnamed))
    assert.notEqual(claimantOf(unnamed), claimantOf({ ...unnamed, caseId: 'case_2' }))
    const link = { kind: 'remand' as const, caseId: 'case_0', why: 'Sent back.' }
    assert.equal(claimantOf({ ...unnamed, link }), undefined)
  })
  it('opens once', () => {
    given(caseFile, recorded(twoDocuments))
      .when(open)
      .thenRefused('conflict', /already exists/)
  })
  it('a document filed later gets the next free pages and the last place', () => {
    given(caseFile, recorded([...twoDocuments, arranged('doc_2', 'doc_1')]))
      .when(file(newDocument('doc_3', 2, 'd')))
      .then([filed('doc_3', 6, 7, 2, 'd')])
  })
  it('bytes that are there already are linked, held or refused, as the policy says', () => {
    const again = newDocument('doc_3', 4)
    const run = { startPage: 6, endPage: 9, ofStartPage: 1, kind: 'exact' as const, similarity: 1 }
    const linked = fact('document.linked', 'doc_3', { documentId: 'doc_3', duplicates: [run] })
    const why = 'The same bytes are in the file already, on pages 1 to 4.'
    const before = given(caseFile, recorded(twoDocuments))
    before.when(file(again, 'link')).then([filed('doc_3', 6, 9, 2), linked])
    before
      .when(file(again, 'hold'))
      .then([filed('doc_3', 6, 9, 2), linked, fact('document.held', 'doc_3', { documentId: 'doc_3', why })])
    const refused = { name: 'doc_3', sha256: 'b'.repeat(64), bytes: 10, duplicateOf: 'doc_1' }
    before.when(file(again, 'refuse')).then([fact('document.refused', 'case_1', refused)])
    before.when(file(newDocument('doc_3', 4, 'd'), 'refuse')).then([filed('doc_3', 6, 9, 2, 'd')])
    given(caseFile, recorded([...twoDocuments, standing('document.removed', 'doc_1')]))
      .when(file(again, 'refuse'))
      .then([filed('doc_3', 6, 9, 2)])
  })
  it('a revision is the next version, on the next free pages; the same bytes again are none', () => {
    const revise = (documentId: string, bytes: NewDocument) =>
      ({ type: 'reviseDocument', caseId: 'case_1', documentId, content: bytes.content }) as const
    const newer = newDocument('', 2, 'c')
    given(caseFile, recorded(twoDocuments))
      .when(revise('doc_1', newer))
      .then([revised('doc_1', 2, 6, 7)])
    given(caseFile, recorded([...twoDocuments, revised('doc_1', 2, 6, 7)]))
      .when(revise('doc_1', newDocument('', 3, 'd')))
      .then([revised('doc_1', 3, 8, 10, 'd')])
    given(caseFile, recorded([...twoDocuments, revised('doc_1', 2, 6, 7)]))
      .when(revise('doc_1', newer))
      .then([])
    given(caseFile, recorded(twoDocuments))
      .when(revise('doc_9', newer))
      .thenRefused('notFound', /no such document/)
    given(caseFile, recorded([...twoDocuments, standing('document.removed', 'doc_1')]))
      .when(revise('doc_1', newer))
      .thenRefused('stateForbids', /admit it/)
  })
  it('a document of a source is filed once, and other bytes under its id are a revision', () => {
    const from = (revision: string) => ({ source: 'main', sourceId: 'S-1', revision })
    const take = (id: string, revision: string, byte = 'd'): CaseFileCommand => ({
      type: 'takeDocument',
      caseId: 'case_1',
      document: { ...newDocument(id, 2, byte), from: from(revision) },
      onDuplicate: 'refuse',
    })
    const first = fact('document.filed', 'doc_3', {
      ...newDocument('doc_3', 2, 'd'),
      from: from('1'),
      startPage: 6,
      endPage: 7,
      position: 2,
    })
    given(caseFile, recorded(twoDocuments)).when(take('doc_3', '1')).then([first])
    const held = [...twoDocuments, first]
    given(caseFile, recorded(held))
      .when(take('doc_4', '1', 'e'))
      .then([])
    const second = revised('doc_3', 2, 8, 9, 'e')
    const withFrom = { ...second, data: { ...second.data, from: from('2') } } as Fact
    given(caseFile, recorded(held))
      .when(take('doc_4', '2', 'e'))
      .then([withFrom])
    given(caseFile, recorded([...held, withFrom]))
      .when(take('doc_4', '2', 'e'))
      .then([])
    const same = fact('source.unchanged', 'doc_3', { ...from('2'), documentId: 'doc_3' })
    given(caseFile, recorded(held)).when(take('doc_4', '2')).then([same])
    given(caseFile, recorded([...held, same]))
      .when(take('doc_4', '2'))
      .then([])
    given(caseFile, recorded([...held, standing('document.removed', 'doc_3')]))
      .when(take('doc_4', '2', 'e'))
      .thenRefused('stateForbids', /removed/)
  })
  it('a document that was brought under the id of a source is the one that the source offers', () => {
    const brought = fact('document.filed', 'doc_3', {
      ...newDocument('doc_3', 2, 'd'),
      alias: { source: 'main', externalId: 'S-1' },
      startPage: 6,
      endPage: 7,
      position: 2,
    })
    const from = { source: 'main', sourceId: 'S-1', revision: '1' }
    given(caseFile, recorded([...twoDocuments, brought]))
      .when({
        type: 'takeDocument',
        caseId: 'case_1',
        document: { ...newDocument('doc_4', 2, 'd'), from },
        onDuplicate: 'link',
      })
      .then([fact('source.unchanged', 'doc_3', { ...from, documentId: 'doc_3' })])
  })
  it('what a source offers may be refused as a duplicate, and is then known; what was made here is no news', () => {
    const from = { source: 'main', sourceId: 'S-2', revision: '1' }
    const take = { type: 'takeDocument', caseId: 'case_1', onDuplicate: 'refuse' } as const
    const document = { ...newDocument('doc_4', 4), from }
    const refused = fact('document.refused', 'case_1', {
      name: 'doc_4',
      sha256: 'b'.repeat(64),
      bytes: 10,
      duplicateOf: 'doc_1',
      from,
    })
    given(caseFile, recorded(twoDocuments))
      .when({ ...take, document })
      .then([refused])
    given(caseFile, recorded([...twoDocuments, refused]))
      .when({ ...take, document })
      .then([])
    const made = fact('document.filed', 'doc_3', {
      ...newDocument('doc_3', 2, 'f'),
      madeAs: 'transcript',
      startPage: 6,
      endPage: 7,
      position: 2,
    })
    given(caseFile, recorded([...twoDocuments, made]))
      .when({ ...take, document: { ...newDocument('doc_4', 2, 'f'), from } })
      .then([fact('source.unchanged', 'doc_3', { ...from, documentId: 'doc_3' })])
  })
  it('a division gives its pages to its parts and moves none of them', () => {
    const part = (documentId: string, pageCount: number) => {
      const { content: _, ...labels } = newDocument(documentId, 1)
      return { ...labels, pageCount }
    }
    const divide = (...parts: ReturnType<typeof part>[]) =>
      ({ type: 'divideDocument', caseId: 'case_1', documentId: 'doc_1', parts }) as const
    const content = (firstPage: number, pageCount: number) => ({
      ...newDocument('', pageCount).content,
      firstPage,
    })
    const { documentId: _, content: __, ...labels } = newDocument('first', 1)
    const divided = fact('document.divided', 'doc_1', {
      documentId: 'doc_1',
      ...labels,
      endPage: 1,
      content: content(1, 1),
      into: ['doc_3', 'doc_4'],
    })
    const piece = (id: string, startPage: number, endPage: number, firstPage: number): Fact => ({
      type: 'document.filed',
      subject: id,
      data: {
        ...newDocument(id, 1),
        startPage,
        endPage,
        position: 0,
        content: content(firstPage, endPage - startPage + 1),
        dividedFrom: 'doc_1',
      },
    })
    const facts = [divided, piece('doc_3', 2, 3, 2), piece('doc_4', 4, 4, 4)]
    const before = given(caseFile, recorded(twoDocuments))
    before.when(divide(part('first', 1), part('doc_3', 2), part('doc_4', 1))).then(facts)
    before
      .when(divide(part('first', 1), part('doc_3', 2)))
      .thenRefused('invalid', /they have 3, and it has 4/)
    before.when(divide(part('first', 4))).thenRefused('invalid', /parts must have at least 2 entries/)
    const after = fold(caseFile, recorded([...twoDocuments, ...facts]))
    assert.deepEqual(arrangementOf(after), ['doc_1', 'doc_3', 'doc_4', 'doc_2'])
    assert.equal(after.lastPage, 5)
    const whole = newDocument('doc_5', 4)
    const duplicates = [{ startPage: 6, endPage: 9, ofStartPage: 1, kind: 'exact' as const, similarity: 1 }]
    given(caseFile, recorded([...twoDocuments, ...facts]))
      .when(file(whole, 'link'))
      .then([filed('doc_5', 6, 9, 2), fact('document.linked', 'doc_5', { documentId: 'doc_5', duplicates })])
    const two = [{ startPage: 6, endPage: 7, ofStartPage: 1, kind: 'exact' as const, similarity: 1 }]
    given(caseFile, recorded([...twoDocuments, ...facts]))
      .when(file(newDocument('doc_5', 2), 'link'))
      .then([
        filed('doc_5', 6, 7, 2),
        fact('document.linked', 'doc_5', { documentId: 'doc_5', duplicates: two }),
      ])
    given(caseFile, recorded([...twoDocuments, ...facts, standing('document.removed', 'doc_3')]))
      .when(file(whole, 'link'))
      .then([filed('doc_5', 6, 9, 2)])
    given(caseFile, recorded([...twoDocuments, revised('doc_1', 2, 6, 7)]))
      .when(divide(part('first', 1), part('doc_3', 1)))
      .thenRefused('stateForbids', /revised/)
    given(caseFile, recorded([...twoDocuments, standing('document.held', 'doc_1')]))
      .when(divide(part('first', 1), part('doc_3', 3)))
      .thenRefused('stateForbids', /held or removed/)
  })
  it('the parts of a document have the bytes that it was made from', () => {
    const original = { sha256: 'e'.repeat(64), bytes: 7, mediaType: 'image/tiff' }
    const made = { ...newDocument('doc_1', 2), original }
    const scanned = fact('document.filed', 'doc_1', { ...made, startPage: 1, endPage: 2, position: 0 })
    const before = recorded([opened, scanned])
    const { content: _, ...labels } = newDocument('doc_2', 1)
    const parts = [
      { ...labels, pageCount: 1 },
      { ...labels, pageCount: 1 },
    ]
    const state = fold(caseFile, before)
    const facts = caseFile.decide(
      { type: 'divideDocument', caseId: 'case_1', documentId: 'doc_1', parts },
      state,
      callBy(alice),
    )
    assert.deepEqual((facts[1] as Fact<'document.filed'>).data.original, original)
    const again = { ...newDocument('doc_3', 2, 'f'), original }
    given(caseFile, [...before, ...recorded(facts)])
      .when(file(again, 'refuse'))
      .then([
        fact('document.refused', 'case_1', {
          name: 'doc_3',
          sha256: original.sha256,
          bytes: 7,
          duplicateOf: 'doc_1',
        }),
      ])
  })
  it('a document that is held is not arranged, and has its place again when it is admitted', () => {
    const held = [...twoDocuments, filed('doc_3', 6, 7, 2), standing('document.held', 'doc_2')]
    given(caseFile, recorded(held))
      .when({ type: 'arrangeDocuments', caseId: 'case_1', documentIds: ['doc_3', 'doc_1'] })
      .then([arranged('doc_3', 'doc_1', 'doc_2')])
    const admitted = [...held, arranged('doc_3', 'doc_1', 'doc_2'), standing('document.admitted', 'doc_2')]
    assert.deepEqual(arrangementOf(fold(caseFile, recorded(held))), ['doc_1', 'doc_3'])
    assert.deepEqual(arrangementOf(fold(caseFile, recorded(admitted))), ['doc_3', 'doc_1', 'doc_2'])
  })
  it('an arrangement names every document once', () => {
    const when = (...documentIds: string[]) =>
      given(caseFile, recorded(twoDocuments)).when({
        type: 'arrangeDocuments',
        caseId: 'case_1',
        documentIds,
      })
    when('doc_2', 'doc_1').then([arranged('doc_2', 'doc_1')])
    when('doc_1').thenRefused('invalid', /1 missing, such as doc_2/)
    when('doc_1', 'doc_1').thenRefused('invalid', /must not have the same document twice/)
    when('doc_1', 'doc_9').thenRefused('invalid', /no document doc_9 in this case/)
  })
  it('some are moved in the arrangement as it is by then; what others have moved stays', () => {
    const three = [...twoDocuments, filed('doc_3', 6, 6, 2)]
    const move = (documentIds: string[], before?: string) =>
      given(caseFile, recorded([...three, arranged('doc_3', 'doc_1', 'doc_2')])).when({
        type: 'moveDocuments',
        caseId: 'case_1',
        documentIds,
        ...(before === undefined ? {} : { before }),
      })
    move(['doc_2'], 'doc_3').then([arranged('doc_2', 'doc_3', 'doc_1')])
    move(['doc_3']).then([arranged('doc_1', 'doc_2', 'doc_3')])
    // Together, in the order in which they stand.
    move(['doc_2', 'doc_3'], 'doc_1').then([arranged('doc_3', 'doc_2', 'doc_1')])
    move(['doc_2']).then([])
    move(['doc_9'], 'doc_1').thenRefused('invalid', /no document doc_9 in this case/)
    move(['doc_1'], 'doc_1').thenRefused('invalid', /before must not be one of documentIds: doc_1 is/)
  })
  it('the same arrangement again changes nothing', () => {
    given(caseFile, recorded(twoDocuments))
      .when({ type: 'arrangeDocuments', caseId: 'case_1', documentIds: ['doc_1', 'doc_2'] })
      .then([])
  })
  it('its state is plain JSON, as a snapshot keeps it', () => {
    const state = fold(caseFile, recorded([...twoDocuments, arranged('doc_2', 'doc_1')]))
    assert.deepEqual(JSON.parse(JSON.stringify(state)), state)
    assert.equal(state.lastPage, 5)
    assert.deepEqual(arrangementOf(state), ['doc_2', 'doc_1'])
  })
})
