import { describe, it } from 'node:test'
import { given, recorded } from '../../test/given.ts'
import type { Fact } from '../kernel/decider.ts'
import { type SourceCommand, sources } from './source.ts'

const monday = '2026-11-02T09:00:00.000Z'
const tuesday = '2026-11-03T09:00:00.000Z'
const document = (sourceId: string, revision: string) => ({
  sourceId,
  revision,
  name: sourceId,
  receiptDate: '2026-11-01',
})
const of = { caseId: 'case_1', source: 'main' }
const list = (at: string, ...documents: ReturnType<typeof document>[]): SourceCommand => ({
  type: 'listSource',
  ...of,
  documents,
  isWhole: true,
  at,
})
const submit = (at: string, sourceId: string, revision: string): SourceCommand => ({
  type: 'submitDocument',
  ...of,
  document: document(sourceId, revision),
  at,
})
const fail = (revision: string, why = 'It hangs.'): SourceCommand => ({
  type: 'failDocument',
  ...of,
  sourceId: 'A',
  revision,
  why,
})
const listed = (at: string, ...documents: ReturnType<typeof document>[]): Fact => ({
  type: 'source.listed',
  subject: 'case_1',
  data: { source: 'main', documents, isWhole: true, listedAt: at },
})
const submitted = (at: string, sourceId: string, revision: string): Fact => ({
  type: 'source.submitted',
  subject: 'case_1',
  data: { source: 'main', document: document(sourceId, revision), submittedAt: at },
})
const failed = (revision: string, why = 'It hangs.'): Fact => ({
  type: 'source.failed',
  subject: 'case_1',
  data: { source: 'main', sourceId: 'A', revision, why },
})
const unchanged = (revision: string): Fact => ({
  type: 'source.unchanged',
  subject: 'doc_1',
  data: { source: 'main', sourceId: 'A', revision, documentId: 'doc_1' },
})

describe('the sources of a case', () => {
  it('a list says what is new, and that there was one even if nothing is', () => {
    const first = listed(monday, document('A', '1'), document('B', '1'))
    given(sources, [])
      .when(list(monday, document('A', '1'), document('B', '1')))
      .then([first])
    given(sources, recorded([first]))
      .when(list(tuesday, document('A', '1'), document('B', '2')))
      .then([listed(tuesday, document('B', '2'))])
    given(sources, recorded([first]))
      .when(list(tuesday, document('A', '1')))
      .then([listed(tuesday)])
  })

  it('a submission is recorded once; one that was made earlier and comes later changes nothing', () => {
    given(sources, [])
      .when(submit(monday, 'A', '1'))
      .then([submitted(monday, 'A', '1')])
    const known = recorded([submitted(tuesday, 'A', '2')])
    given(sources, known)
      .when(submit(tuesday, 'A', '2'))
      .then([])
    given(sources, known)
      .when(submit(monday, 'A', '1'))
      .then([])
    given(sources, known)
      .when(submit(tuesday, 'A', '3'))
      .then([submitted(tuesday, 'A', '3')])
    given(sources, known)
      .when(list(monday, document('A', '1')))
      .then([listed(monday)])
  })

  it('a failure is recorded once for its reason, and not for what is there or not wanted any more', () => {
    const known = [submitted(monday, 'A', '1')]
    given(sources, recorded(known))
      .when(fail('1'))
      .then([failed('1')])
    given(sources, recorded([...known, failed('1')]))
      .when(fail('1'))
      .then([])
    given(sources, recorded([...known, failed('1')]))
      .when(fail('1', 'It is gone.'))
      .then([failed('1', 'It is gone.')])
    given(sources, recorded([...known, submitted(tuesday, 'A', '2')]))
      .when(fail('1'))
      .then([])
    given(sources, recorded([...known, unchanged('1')]))
      .when(fail('1'))
      .then([])
  })
})
