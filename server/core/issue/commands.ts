import type { Anchor } from '@portico/contract/anchors'
import type { Alias } from '@portico/contract/envelope'
import type { DecideIssue, IssueChanges, IssueLeaving, NewIssue } from '@portico/contract/issues'

export type IssueCommand = { caseId: string } & (
  | ({
      type: 'addIssue'
      issueId: string
      alias?: Alias
      sharedFrom?: SharedIssue
      disposition?: string
    } & NewIssue)
  | { type: 'editIssue'; issueId: string; changes: IssueChanges; override?: string }
  | ({ type: 'decideIssue'; issueId: string } & DecideIssue)
  | { type: 'decideIssues'; decisions: ({ issueId: string } & DecideIssue)[] }
  | { type: 'undecideIssue'; issueId: string; override?: string }
  | { type: 'orderIssues'; issueIds: string[] }
  | { type: 'splitIssue'; issueId: string; into: ({ issueId: string } & NewIssue)[] }
  | { type: 'mergeIssues'; issueIds: string[]; issueId: string; into?: NewIssue }
  | ({ type: 'removeIssue'; issueId: string } & IssueLeaving)
  | { type: 'restoreIssue'; issueId: string }
  /** Left out, all that no signed decision decides. */
  | { type: 'withdrawIssues'; issueIds?: string[]; why: string }
  /** To another case, but for what a signed decision decides here. */
  | { type: 'moveIssues'; issueIds: string[]; why: string }
  /** Those that go on in another case since a decision that is recalled now. */
  | { type: 'leaveContinued' }
  /** As the list was before the case was closed. */
  | { type: 'restoreList'; issueIds: string[] }
  | {
      type: 'cite'
      issueId: string
      citationId: string
      anchor: Anchor
      note?: string
      override?: string
    }
  | { type: 'uncite'; issueId: string; citationId: string; override?: string }
  | { type: 'followCitations'; places: FoundPlace[] }
)

/** The issue of another case that it continues. */
export type SharedIssue = { caseId: string; issueId: string }

export type IssueCommandOf<Type extends IssueCommand['type']> = IssueCommand & { type: Type }

/** Where a citation is now; nowhere, if it was not found. */
export type FoundPlace = { issueId: string; citationId: string; from: Anchor; found?: Anchor }
