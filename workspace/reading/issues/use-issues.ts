import type { CheckedCitation, DecideIssue, Issue, NewCitation } from '@portico/sdk'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { caseVersion } from '../../data/case.ts'
import { useHolderName } from '../../data/holder-name.ts'
import { type Offer, offerOf } from '../../data/issue-offers.ts'
import { keys } from '../../data/keys.ts'
import { portico, useMe } from '../../data/session.ts'
import { unlessChanged } from '../../data/unless-changed.ts'
import { words } from '../../words/reading.ts'
import type { Reading } from '../reading.ts'
import { caseIssues, evidenceOf } from './issue-queries.ts'
import { reasonOf, useCiting } from './use-citing.ts'

export type IssueWithEvidence = Issue & { number: number; evidence: readonly CheckedCitation[] }

/** The issues of the case with the evidence of each, and what can be done to them. */
export function useIssues({ caseId, say, may, file }: Pick<Reading, 'caseId' | 'say' | 'may' | 'file'>) {
  const client = useQueryClient()
  const me = useMe()
  const found = useQuery(caseIssues(caseId))
  const listed = found.data?.issues ?? []
  const mayRead = may('readDeliberations')
  const evidence = useQueries({
    queries: listed.map(({ id }) => ({ ...evidenceOf(caseId, id), enabled: mayRead })),
  })
  const issues: IssueWithEvidence[] = listed.map((issue, index) => ({
    ...issue,
    number: index + 1,
    evidence: evidence[index]?.data ?? [],
  }))
  const renew = () => client.invalidateQueries({ queryKey: keys.of(caseId, 'issues') })
  const actions = found.data?.actions
  const holder = useHolderName(actions?.heldBy)
  const isMine = actions?.heldBy?.kind === 'person' && actions.heldBy.id === me.id
  const { cite, uncite } = useCiting({ caseId, say, file })

  return {
    issues,
    isLoading: found.isLoading,
    error: found.error,
    heldBy: actions?.heldBy,
    /** Who holds the issues, for those who may act only in their place, or not at all. */
    holding:
      holder === undefined || isMine
        ? undefined
        : actions?.override.length
          ? words.issues.inTheirPlace(holder)
          : actions?.may.length
            ? undefined
            : words.issues.heldBy(holder),
    /** Nobody may change what a signed decision has locked. */
    offer: (action: 'decide' | 'cite', { signedIn }: Pick<Issue, 'signedIn'>): Offer =>
      signedIn ? undefined : offerOf(action, actions),
    /** Why something is not offered. */
    whyNot: ({ signedIn, number }: Pick<IssueWithEvidence, 'signedIn' | 'number'>): string =>
      signedIn
        ? words.issues.lockedText(number)
        : holder !== undefined && !isMine
          ? words.issues.heldBy(holder)
          : words.notAllowed,

    /** Cites, or removes a citation. Returns the reason if it was refused. */
    changeEvidence: (
      issue: IssueWithEvidence,
      evidence: { cite: NewCitation } | { uncite: CheckedCitation },
      override?: string,
    ): Promise<string | undefined> =>
      'cite' in evidence
        ? cite(issue, { ...evidence.cite, ...(override ? { override } : {}) })
        : uncite(issue, evidence.uncite, override),

    /** Replaces or undoes the decision that was seen, and no other. Returns the reason if it was refused, or the other decision. */
    async decide(
      issue: IssueWithEvidence,
      decision: DecideIssue | { override?: string },
      seen: string,
    ): Promise<{ problem: string } | { found: Issue['decision'] } | undefined> {
      try {
        const other = await unlessChanged({
          version: () => caseVersion(caseId),
          read: async () =>
            (await portico().issues.list(caseId)).issues.find(({ id }) => id === issue.id)?.decision,
          isSeen: (found) => decisionText(found) === seen,
          write: (options) =>
            'disposition' in decision
              ? portico().issues.decide(caseId, issue.id, decision, options)
              : portico().issues.undecide(caseId, issue.id, { ...options, ...decision }),
        })
        await renew()
        return other
      } catch (error) {
        void renew()
        return { problem: reasonOf(error) }
      }
    },
  }
}

/** Two decisions are the same if they say the same. */
export const decisionText = (decision: Issue['decision']) => JSON.stringify(decision ?? null)

export type CaseIssues = ReturnType<typeof useIssues>
