import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Content } from '@portico/contract/documents'
import fc from 'fast-check'
import { alice, callBy, recorded } from '../../test/given.ts'
import { sized } from '../../test/size.ts'
import { type Fact, fold, Refusal } from '../kernel/decider.ts'
import {
  arrangementOf,
  type CaseFileCommand,
  type CaseFileState,
  caseFile,
  type NewDocument,
} from './case-file.ts'

const pages = fc.integer({ min: 1, max: 6 })
const which = fc.nat(9)
const step = fc.oneof(
  fc.record({ kind: fc.constant('file' as const), pages, policy: fc.constantFrom('link', 'hold', 'refuse') }),
  fc.record({
    kind: fc.constant('repeat' as const),
    which,
    policy: fc.constantFrom('link', 'hold', 'refuse'),
  }),
  fc.record({ kind: fc.constant('revise' as const), pages, which }),
  fc.record({ kind: fc.constant('divide' as const), which }),
  fc.record({ kind: fc.constant('arrange' as const) }),
  fc.record({
    kind: fc.constant('stand' as const),
    which,
    to: fc.constantFrom('held', 'admitted', 'removed'),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

let made = 0
const content = (pageCount: number): Content => ({
  sha256: (++made).toString(16).padStart(64, '0'),
  bytes: 10,
  mediaType: 'application/pdf',
  firstPage: 1,
  pageCount,
})
const newDocument = (bytes: Content): NewDocument => ({
  documentId: `doc_${++made}`,
  name: 'd',
  description: '',
  categories: [],
  receiptDate: '2020-01-02',
  content: bytes,
})

function commandOf(given: Step, { documents, ...rest }: CaseFileState): CaseFileCommand | undefined {
  const caseId = 'case_1'
  const target = 'which' in given ? documents[given.which % (documents.length || 1)] : undefined
  switch (given.kind) {
    case 'file':
      return {
        type: 'fileDocuments',
        caseId,
        documents: [newDocument(content(given.pages))],
        onDuplicate: given.policy as 'link',
      }
    case 'repeat':
      return (
        target && {
          type: 'fileDocuments',
          caseId,
          documents: [newDocument(target.content)],
          onDuplicate: given.policy as 'link',
        }
      )
    case 'revise':
      return (
        target && { type: 'reviseDocument', caseId, documentId: target.id, content: content(given.pages) }
      )
    case 'divide': {
      if (!target) return undefined
      const { content: _, ...labels } = newDocument(target.content)
      const parts = [
        { ...labels, pageCount: 1 },
        { ...labels, documentId: `${labels.documentId}b`, pageCount: target.content.pageCount - 1 },
      ]
      return {
        type: 'divideDocument',
        caseId,
        documentId: target.id,
        parts: parts.filter(({ pageCount }) => pageCount > 0),
      }
    }
    case 'arrange':
      return {
        type: 'arrangeDocuments',
        caseId,
        documentIds: arrangementOf({ documents, ...rest }).toReversed(),
      }
    case 'stand':
      return undefined
  }
}

function factsOf(given: Step, state: CaseFileState): Fact[] {
  if (given.kind === 'stand') {
    const documentId = state.documents[given.which % (state.documents.length || 1)]?.id
    const type = `document.${given.to}` as 'document.held'
    return documentId ? [{ type, subject: documentId, data: { documentId, why: 'because' } }] : []
  }
  const command = commandOf(given, state)
  try {
    return command ? caseFile.decide(command, state, callBy(alice)) : []
  } catch (error) {
    if (error instanceof Refusal) return []
    throw error
  }
}

/** Which page of which bytes each page of the case is, by what the event says. */
function pagesOf(fact: Fact): [number, string][] {
  if (fact.type !== 'document.filed' && fact.type !== 'document.revised') return []
  const { startPage, endPage, content } = fact.data
  assert.equal(endPage - startPage + 1, content.pageCount)
  return Array.from({ length: content.pageCount }, (_, index) => [
    startPage + index,
    `${content.sha256} ${content.firstPage + index}`,
  ])
}

describe('page numbers', () => {
  it('never move, whatever is added, revised, divided, removed or rearranged', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const given = new Map<number, string>()
        let state = fold(caseFile, [])
        let last = 0
        for (const step of steps) {
          const facts = factsOf(step, state)
          for (const fact of facts) {
            for (const [page, what] of pagesOf(fact)) {
              if (given.has(page)) assert.equal(given.get(page), what)
              else assert.equal(page, ++last)
              given.set(page, what)
            }
          }
          state = fold(caseFile, recorded(facts), state)
          assert.equal(state.lastPage, last)
          for (const { startPage, content } of state.documents) {
            assert.equal(given.get(startPage), `${content.sha256} ${content.firstPage}`)
          }
          const current = state.documents.flatMap(({ startPage, endPage }) =>
            Array.from({ length: endPage - startPage + 1 }, (_, index) => startPage + index),
          )
          assert.equal(new Set(current).size, current.length)
        }
      }),
      { numRuns: sized(300) },
    )
  })
})
