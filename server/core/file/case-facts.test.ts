import { describe, it } from 'node:test'
import { given, recorded } from '../../test/given.ts'
import { caseFacts } from './case-facts.ts'

const opened = {
  type: 'case.opened' as const,
  subject: 'case_a',
  data: {
    docketNumber: '260101-1',
    caseType: 'appeal',
    veteran: { firstName: 'Ada', lastName: 'Byron' },
    receiptDate: '2026-01-01',
    uploadedAt: '2026-01-01T00:00:00.000Z',
    originalPdfBytes: 0,
  },
}
const docketed = {
  type: 'case.docketed' as const,
  subject: 'case_a',
  data: { docket: 'directReview', docketDate: '2026-01-01', findings: [] },
}
const correct = { type: 'correctCase' as const, caseId: 'case_a', why: 'Misread.' }

describe('what a case is said to be', () => {
  it('is corrected with what was said before, of that alone which changes', () => {
    given(caseFacts, recorded([opened, docketed]))
      .when({ ...correct, docket: 'hearing', caseType: 'appeal' })
      .then([
        {
          type: 'case.corrected',
          subject: 'case_a',
          data: { docket: 'hearing', was: { docket: 'directReview' }, why: 'Misread.' },
        },
      ])
  })

  it('to what is said already leaves nothing', () => {
    given(caseFacts, recorded([opened, docketed]))
      .when({ ...correct, caseType: 'appeal' })
      .then([])
  })

  it('is a word of the profile', () => {
    const when = given(caseFacts, recorded([opened, docketed])).when
    when({ ...correct, docket: 'moon' }).thenRefused('invalid', /There is no docket moon: it must be/)
    when({ ...correct, caseType: 'moon' }).thenRefused('invalid', /There is no case type moon: it must be/)
    when(correct).thenRefused('invalid', /The correction must have at least one of/)
  })

  it('names no docket of a case that is on none', () => {
    given(caseFacts, recorded([opened]))
      .when({ ...correct, docket: 'hearing' })
      .thenRefused('stateForbids', /the case is not docketed yet/)
    given(caseFacts, recorded([opened]))
      .when({ ...correct, docketDate: '2025-12-01' })
      .thenRefused('stateForbids', /the case is not docketed yet/)
  })

  it('keeps a case on its docket by the day of receipt, unless it has another place there', () => {
    const receiptDate = '2025-12-01'
    const corrected = (to: object, was: object) => [
      { type: 'case.corrected' as const, subject: 'case_a', data: { ...to, was, why: 'Misread.' } },
    ]
    given(caseFacts, recorded([opened, docketed]))
      .when({ ...correct, receiptDate })
      .then(
        corrected(
          { docketDate: receiptDate, receiptDate },
          { docketDate: '2026-01-01', receiptDate: '2026-01-01' },
        ),
      )
    const elsewhere = { ...docketed, data: { ...docketed.data, docketDate: '2024-05-06' } }
    given(caseFacts, recorded([opened, elsewhere]))
      .when({ ...correct, receiptDate })
      .then(corrected({ receiptDate }, { receiptDate: '2026-01-01' }))
    given(caseFacts, recorded([opened]))
      .when({ ...correct, receiptDate })
      .then(corrected({ receiptDate }, { receiptDate: '2026-01-01' }))
    given(caseFacts, recorded([opened, docketed]))
      .when({ ...correct, docketDate: '2024-05-06' })
      .then(corrected({ docketDate: '2024-05-06' }, { docketDate: '2026-01-01' }))
    given(caseFacts, recorded([opened, docketed]))
      .when({ ...correct, docketDate: '2999-01-01' })
      .thenRefused('invalid', /docketDate must not be in the future/)
  })
})

const alias = { source: 'registry', externalId: 'R-1' }
const of = { caseId: 'case_a', alias }
const said = (asOf: string, facts: object) => ({ type: 'reportCase' as const, ...of, asOf, ...facts })
const told = (asOf: string, facts: object) => ({
  type: 'case.reported' as const,
  subject: 'case_a',
  data: { alias, asOf, ...facts },
})
const nine = '2026-01-01T09:00:00.000Z'
const ten = '2026-01-01T10:00:00.000Z'
const certified = {
  type: 'case.corrected' as const,
  subject: 'case_a',
  data: { externalStatus: 'certified', was: {}, why: 'registry says so.', asOf: ten },
}

/** A case that the system knows by its own identifier. */
const known = { ...opened, data: { ...opened.data, alias } }

describe('what a system of record reports of a case', () => {
  it('is recorded, and holds', () => {
    given(caseFacts, recorded([known]))
      .when(said(ten, { externalStatus: 'certified' }))
      .then([told(ten, { externalStatus: 'certified' }), certified])
  })

  it('is recorded and changes nothing where it comes after something newer', () => {
    given(caseFacts, recorded([known, told(ten, { externalStatus: 'certified' }), certified]))
      .when(said(nine, { externalStatus: 'received' }))
      .then([told(nine, { externalStatus: 'received', isOvertaken: true })])
  })

  it('is judged by each of its parts', () => {
    given(caseFacts, recorded([known, told(ten, { externalStatus: 'certified' }), certified]))
      .when(said(nine, { externalStatus: 'received', caseType: 'courtRemand' }))
      .then([
        told(nine, { externalStatus: 'received', caseType: 'courtRemand' }),
        {
          type: 'case.corrected',
          subject: 'case_a',
          data: {
            caseType: 'courtRemand',
            isCourtRemand: true,
            was: { caseType: 'appeal' },
            why: 'registry says so.',
            asOf: nine,
          },
        },
      ])
  })

  it('does not take back what somebody has corrected since', () => {
    const corrected = {
      type: 'case.corrected' as const,
      subject: 'case_a',
      data: { externalStatus: 'at court', was: {}, why: 'By phone.' },
    }
    given(caseFacts, recorded([known, corrected]))
      .when(said('2020-01-01T00:00:00.000Z', { externalStatus: 'certified' }))
      .then([told('2020-01-01T00:00:00.000Z', { externalStatus: 'certified', isOvertaken: true })])
  })

  it('is recorded once, however often it is told', () => {
    const facts = recorded([known, told(ten, { externalStatus: 'certified' }), certified])
    given(caseFacts, facts)
      .when(said(ten, { externalStatus: 'certified' }))
      .then([])
    const gone = { alias, asOf: ten, why: 'Filed twice.' }
    const retracted = { type: 'case.retracted' as const, subject: 'case_a', data: gone }
    const retract = { type: 'retractCase' as const, caseId: 'case_a', ...gone }
    given(caseFacts, recorded([known]))
      .when(retract)
      .then([retracted])
    given(caseFacts, recorded([known, retracted]))
      .when(retract)
      .then([])
  })

  it('lies not in the future, and says something in words of the profile', () => {
    const when = given(caseFacts, recorded([known])).when
    for (const ahead of ['2999-01-01T00:00:00.000Z', '2026-11-01T12:06:00.000Z'])
      when(said(ahead, { externalStatus: 'x' })).thenRefused('invalid', /in the future/)
    when(said(ten, {})).thenRefused('invalid', /The report must have caseType or externalStatus/)
    when(said(ten, { caseType: 'moon' })).thenRefused('invalid', /There is no case type moon/)
  })

  it('may be another name of it', () => {
    const aliased = { type: 'case.aliased' as const, subject: 'case_a', data: { alias } }
    const name = { type: 'aliasCase' as const, ...of }
    given(caseFacts, recorded([opened]))
      .when(name)
      .then([aliased])
    given(caseFacts, recorded([opened, aliased]))
      .when(name)
      .then([])
    given(caseFacts, recorded([known]))
      .when(name)
      .then([])
    // What is reported of a case names it.
    given(caseFacts, recorded([opened]))
      .when(said(ten, { externalStatus: 'certified' }))
      .then([aliased, told(ten, { externalStatus: 'certified' }), certified])
    const gone = { alias, asOf: ten, why: 'Filed twice.' }
    given(caseFacts, recorded([opened]))
      .when({ type: 'retractCase', caseId: 'case_a', ...gone })
      .then([aliased, { type: 'case.retracted', subject: 'case_a', data: gone }])
  })
})
