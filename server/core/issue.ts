import type { Alias } from '@portico/contract/events'
import { type Decider, Refusal } from './kernel.ts'

export type IssueCommand = {
  type: 'addIssue'
  caseId: string
  issueId: string
  issueType: string
  benefitType?: string
  scope?: string
  description?: string
  alias?: Alias
}

export type IssuesState = { issueIds: string[] }

/** The issue list of a case: what is to be decided, in order. */
export const issues: Decider<IssueCommand, IssuesState> = {
  name: 'issues',
  stateVersion: 1,
  reads: () => ({ types: ['issue.added'] }),
  initial: { issueIds: [] },

  evolve: (state, event) =>
    event.type === 'issue.added' ? { issueIds: [...state.issueIds, event.data.issueId] } : state,

  decide({ type: _, caseId: __, ...issue }, { issueIds }) {
    if (issueIds.includes(issue.issueId)) throw new Refusal('conflict', 'This issue is in the list already.')
    return [{ type: 'issue.added', subject: issue.issueId, data: { ...issue, position: issueIds.length } }]
  },
}
