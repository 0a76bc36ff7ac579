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
    when(correct).thenRefused('invalid', /Say what is corrected/)
  })

  it('names no docket of a case that is on none', () => {
    given(caseFacts, recorded([opened]))
      .when({ ...correct, docket: 'hearing' })
      .thenRefused('stateForbids', /on no docket yet/)
  })
})
