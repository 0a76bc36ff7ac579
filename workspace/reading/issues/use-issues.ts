import type { CheckedCitation, DecideIssue, Issue, NewCitation } from '@portico/sdk'
import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { caseVersion } from '../../data/case.ts'
import { keys } from '../../data/keys.ts'
import { pageSeen } from '../../data/page-first.ts'
import { portico, useMe } from '../../data/session.ts'
import { unlessChanged } from '../../data/unless-changed.ts'
import { words } from '../../words/reading.ts'
import type { Reading } from '../reading.ts'

const caseIssues = (caseId: string) =>
  queryOptions({
    queryKey: [...keys.of(caseId, 'issues'), 'list'],
    queryFn: async ({ signal }) => {
      await pageSeen()
      return portico().issues.list(caseId, { signal })
    },
  })

const evidenceKey = (caseId: string, issueId: string) => [...keys.of(caseId, 'issues'), 'evidence', issueId]

const evidenceOf = (caseId: string, issueId: string) =>
  queryOptions({
    queryKey: evidenceKey(caseId, issueId),
    queryFn: ({ signal }) => portico().issues.evidence(caseId, issueId, { signal }),
  })

/** What a citation that is still being saved will be called: it may be removed before it is there. */
const namesToCome = new Map<string, Promise<string>>()

export type IssueWithEvidence = Issue & { number: number; evidence: readonly CheckedCitation[] }

/** The issues of the case with what is cited for each, and what can be done to them. */
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
  const failed = (error: unknown) => say(words.failed(error instanceof Error ? error.message : ''))
  const changeEvidence = (
    issueId: string,
    change: (citations: readonly CheckedCitation[]) => readonly CheckedCitation[],
  ) =>
    client.setQueryData<readonly CheckedCitation[]>(evidenceKey(caseId, issueId), (before = []) =>
      change(before),
    )
  const renew = () => client.invalidateQueries({ queryKey: keys.of(caseId, 'issues') })

  async function cite(issue: IssueWithEvidence, citation: NewCitation) {
    const document = file.documentOf(citation.page)
    const id = `pending ${crypto.randomUUID()}`
    const pending: CheckedCitation = {
      id,
      issueId: issue.id,
      documentName: document?.name ?? '',
      anchor: { ...citation, documentId: document?.id ?? '', version: document?.version ?? 1, sha256: '' },
      createdBy: me.username,
      createdAt: new Date().toISOString(),
      check: { status: 'holds', resolves: true },
    }
    changeEvidence(issue.id, (citations) =>
      [...citations, pending].toSorted((a, b) => a.anchor.page - b.anchor.page),
    )
    say(words.issues.cited(citation.page, issue.number))
    const saving = portico().issues.cite(caseId, issue.id, citation)
    namesToCome.set(
      id,
      saving.then(
        (saved) => saved.id,
        () => id,
      ),
    )
    try {
      await saving
      await renew()
    } catch (error) {
      changeEvidence(issue.id, (citations) => citations.filter((one) => one.id !== id))
      failed(error)
    } finally {
      namesToCome.delete(id)
    }
  }

  return {
    issues,
    isLoading: found.isLoading,
    error: found.error,
    mayDecide: may('decideIssues'),
    mayCite: may('citeEvidence'),

    cite,

    async uncite(issue: IssueWithEvidence, citation: CheckedCitation) {
      changeEvidence(issue.id, (citations) => citations.filter(({ id }) => id !== citation.id))
      try {
        const id = (await namesToCome.get(citation.id)) ?? citation.id
        await portico().issues.uncite(caseId, issue.id, id)
        const { page, rect, quote } = citation.anchor
        const again: NewCitation = {
          page,
          ...(rect ? { rect } : {}),
          ...(quote ? { quote } : {}),
          ...(citation.note ? { note: citation.note } : {}),
        }
        say(words.issues.uncited, { label: words.notes.undo, run: () => void cite(issue, again) })
        await renew()
      } catch (error) {
        await renew()
        failed(error)
      }
    },

    /** Decides over the decision that was seen and no other. Tells why it was refused, or what is there, if it was. */
    async decide(
      issue: IssueWithEvidence,
      decision: DecideIssue | undefined,
      seen: string,
    ): Promise<{ problem: string } | { found: Issue['decision'] } | undefined> {
      try {
        const other = await unlessChanged({
          version: () => caseVersion(caseId),
          read: async () =>
            (await portico().issues.list(caseId)).issues.find(({ id }) => id === issue.id)?.decision,
          isSeen: (found) => decisionText(found) === seen,
          write: (options) =>
            decision
              ? portico().issues.decide(caseId, issue.id, decision, options)
              : portico().issues.undecide(caseId, issue.id, options),
        })
        await renew()
        return other
      } catch (error) {
        return { problem: error instanceof Error ? error.message : String(error) }
      }
    },
  }
}

/** One decision is told from another by all that it says. */
export const decisionText = (decision: Issue['decision']) => JSON.stringify(decision ?? null)

export type CaseIssues = ReturnType<typeof useIssues>

export const caseBlockers = (caseId: string) =>
  queryOptions({
    queryKey: [...keys.of(caseId, 'workProducts'), 'blockers'],
    queryFn: async ({ signal }) => {
      await pageSeen()
      const [open] = (await portico().workProducts.list(caseId, { signal })).filter(({ status }) =>
        ['draft', 'inReview'].includes(status),
      )
      return open ? portico().workProducts.blockers(caseId, open.id, { signal }) : null
    },
  })
