import { describe, it } from 'node:test'
import { alice, callBy, given, noon, recorded } from '../../test/given.ts'
import type { Fact } from '../kernel/decider.ts'
import { history } from './history.ts'

const data = { entryId: 'hist_1', what: 'hearing held', alias: { source: 'old', externalId: 'h1' } }
const fact: Fact = { type: 'case.historyRecorded', subject: 'hist_1', data }
const record = { type: 'recordHistory' as const, caseId: 'case_1', ...data }

describe('history', () => {
  it('is kept as it was told, once', () => {
    given(history, []).when(record).then([fact])
    given(history, recorded([fact]))
      .when(record)
      .thenRefused('conflict', /already/)
  })
  it('lies in the past', () => {
    const yesterday = new Date(noon.getTime() - 86_400_000)
    given(history, [])
      .when(record, { ...callBy(alice, noon), recordedAt: yesterday })
      .thenRefused('invalid', /must not be in the future/)
    given(history, [])
      .when(record, { ...callBy(alice, yesterday), recordedAt: noon })
      .then([fact])
  })
})
