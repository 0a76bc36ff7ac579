import { describe, it } from 'node:test'
import { given, recorded } from '../test/given.ts'
import { issues } from './issue.ts'
import type { Fact } from './kernel.ts'

const add = (issueId: string) => ({
  type: 'addIssue' as const,
  caseId: 'case_1',
  issueId,
  issueType: 'serviceConnection',
})
const added = (issueId: string, position: number): Fact => ({
  type: 'issue.added',
  subject: issueId,
  data: { issueId, issueType: 'serviceConnection', position },
})

describe('the issues of a case', () => {
  it('come one behind the other', () => {
    given(issues, [])
      .when(add('issue_1'))
      .then([added('issue_1', 0)])
    given(issues, recorded([added('issue_1', 0)]))
      .when(add('issue_2'))
      .then([added('issue_2', 1)])
  })
  it('are in the list once', () => {
    given(issues, recorded([added('issue_1', 0)]))
      .when(add('issue_1'))
      .thenRefused('conflict', /already/)
  })
})
