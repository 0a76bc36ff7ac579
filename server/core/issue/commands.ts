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
  /** Without `issueIds`, all issues that are not in a signed decision. */
  | { type: 'withdrawIssues'; issueIds?: string[]; why: string }
  /** Moves issues to another case, except those in a signed decision. */
  | { type: 'moveIssues'; issueIds: string[]; why: string }
  /** After a recall, removes issues that continue in another case. */
  | { type: 'leaveContinued' }
  /** Restores the list of a reopened case. */
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

/** The issue of another case that an issue continues. */
export type SharedIssue = { caseId: string; issueId: string }

export type IssueCommandOf<Type extends IssueCommand['type']> = IssueCommand & { type: Type }

/** The new place of a citation, if it was found. */
export type FoundPlace = { issueId: string; citationId: string; from: Anchor; found?: Anchor }
