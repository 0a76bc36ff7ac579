import type { CheckedCitation, DecideIssue, Issue, NewCitation } from '@portico/sdk'
import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { caseVersion } from '../../data/case.ts'
import { useHolderName } from '../../data/holder-name.ts'
import { type Offer, offerOf } from '../../data/issue-offers.ts'
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
  const showEvidence = (
    issueId: string,
    change: (citations: readonly CheckedCitation[]) => readonly CheckedCitation[],
  ) =>
    client.setQueryData<readonly CheckedCitation[]>(evidenceKey(caseId, issueId), (before = []) =>
      change(before),
    )
  const renew = () => client.invalidateQueries({ queryKey: keys.of(caseId, 'issues') })
  const actions = found.data?.actions
  const holder = useHolderName(actions?.heldBy)
  const isMine = actions?.heldBy?.kind === 'person' && actions.heldBy.id === me.id
  const refusedText = (error: unknown) => (error instanceof Error ? error.message : String(error))

  async function cite(issue: IssueWithEvidence, given: NewCitation): Promise<string | undefined> {
    const { override: _, ...citation } = given
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
    showEvidence(issue.id, (citations) =>
      [...citations, pending].toSorted((a, b) => a.anchor.page - b.anchor.page),
    )
    const saving = portico().issues.cite(caseId, issue.id, given)
    namesToCome.set(
      id,
      saving.then(
        (saved) => saved.id,
        () => id,
      ),
    )
    try {
      await saving
      say(words.issues.cited(citation.page, issue.number))
      await renew()
      return undefined
    } catch (error) {
      showEvidence(issue.id, (citations) => citations.filter((one) => one.id !== id))
      void renew()
      return refusedText(error)
    } finally {
      namesToCome.delete(id)
    }
  }

  async function uncite(
    issue: IssueWithEvidence,
    citation: CheckedCitation,
    override?: string,
  ): Promise<string | undefined> {
    const inTheirPlace = override ? { override } : {}
    showEvidence(issue.id, (citations) => citations.filter(({ id }) => id !== citation.id))
    try {
      const id = (await namesToCome.get(citation.id)) ?? citation.id
      await portico().issues.uncite(caseId, issue.id, id, inTheirPlace)
      const { page, rect, quote } = citation.anchor
      const again: NewCitation = {
        page,
        ...(rect ? { rect } : {}),
        ...(quote ? { quote } : {}),
        ...(citation.note ? { note: citation.note } : {}),
        ...inTheirPlace,
      }
      say(words.issues.uncited, { label: words.notes.undo, run: () => void citeAgain(issue, again) })
      await renew()
      return undefined
    } catch (error) {
      await renew()
      return refusedText(error)
    }
  }

  async function citeAgain(issue: IssueWithEvidence, citation: NewCitation) {
    const refused = await cite(issue, citation)
    if (refused !== undefined) say(words.failed(refused))
  }

  return {
    issues,
    isLoading: found.isLoading,
    error: found.error,
    heldBy: actions?.heldBy,
    /** Whose the issues are, for those who may not act as they are, or at all. */
    holding:
      holder === undefined || isMine
        ? undefined
        : actions?.override.length
          ? words.issues.inTheirPlace(holder)
          : actions?.may.length
            ? undefined
            : words.issues.heldBy(holder),
    /** What a signed decision locks is offered to nobody. */
    offer: (action: 'decide' | 'cite', { signedIn }: Pick<Issue, 'signedIn'>): Offer =>
      signedIn ? undefined : offerOf(action, actions),
    /** Why something is not offered. */
    whyNot: ({ signedIn, number }: Pick<IssueWithEvidence, 'signedIn' | 'number'>): string =>
      signedIn
        ? words.issues.lockedText(number)
        : holder !== undefined && !isMine
          ? words.issues.heldBy(holder)
          : words.notAllowed,

    /** Cites, or removes a citation. Tells why it was refused, if it was. */
    changeEvidence: (
      issue: IssueWithEvidence,
      evidence: { cite: NewCitation } | { uncite: CheckedCitation },
      override?: string,
    ): Promise<string | undefined> =>
      'cite' in evidence
        ? cite(issue, { ...evidence.cite, ...(override ? { override } : {}) })
        : uncite(issue, evidence.uncite, override),

    /** Decides, or undoes it, over the decision that was seen and no other. Tells why it was refused, or what is there, if it was. */
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
        return { problem: refusedText(error) }
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
