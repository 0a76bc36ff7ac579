import type { CheckedCitation, Issue, NewCitation } from '@portico/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { keys } from '../../data/keys.ts'
import { portico, useMe } from '../../data/session.ts'
import { words } from '../../words/reading.ts'
import type { Reading } from '../reading.ts'
import { evidenceOf } from './issue-queries.ts'

type NumberedIssue = Pick<Issue, 'id'> & { number: number }

/** The ids of citations that are being saved: one may be removed before it has an id. */
const comingIds = new Map<string, Promise<string>>()

/** Citing evidence and removing citations: shown at once, and undone visibly if the service refuses. */
export function useCiting({ caseId, say, file }: Pick<Reading, 'caseId' | 'say' | 'file'>) {
  const client = useQueryClient()
  const me = useMe()
  const renew = () => client.invalidateQueries({ queryKey: keys.of(caseId, 'issues') })
  const showEvidence = (
    issueId: string,
    change: (citations: readonly CheckedCitation[]) => CheckedCitation[],
  ) => client.setQueryData(evidenceOf(caseId, issueId).queryKey, (before = []) => change(before))

  async function cite(issue: NumberedIssue, given: NewCitation): Promise<string | undefined> {
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
    comingIds.set(
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
      showEvidence(issue.id, (citations) => citations.filter((citation) => citation.id !== id))
      void renew()
      return reasonOf(error)
    } finally {
      comingIds.delete(id)
    }
  }

  async function uncite(
    issue: NumberedIssue,
    citation: CheckedCitation,
    override?: string,
  ): Promise<string | undefined> {
    const inTheirPlace = override ? { override } : {}
    showEvidence(issue.id, (citations) => citations.filter(({ id }) => id !== citation.id))
    try {
      const id = (await comingIds.get(citation.id)) ?? citation.id
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
      return reasonOf(error)
    }
  }

  async function citeAgain(issue: NumberedIssue, citation: NewCitation) {
    const refused = await cite(issue, citation)
    if (refused !== undefined) say(words.failed(refused))
  }

  return { cite, uncite }
}

export const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
