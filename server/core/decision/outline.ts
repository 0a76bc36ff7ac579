import type { Issue } from '@portico/contract/issues'
import type { OutlineSection, WorkProductContent } from '@portico/contract/work-products'

type ListedIssue = Pick<Issue, 'id' | 'status' | 'signedIn' | 'answeredByIssueIds'>

/** The sections of a text in the order of the issues; written sections of removed issues are kept. */
export function outlineOf(
  { issues: sections }: WorkProductContent,
  { issues, past }: { issues: readonly ListedIssue[]; past: readonly ListedIssue[] },
  workProductId: string,
): OutlineSection[] {
  const writtenIds = new Set(
    sections.flatMap(({ issueId, content }) => (content.length > 0 ? [issueId] : [])),
  )
  const isDecidedHere = ({ status, signedIn }: ListedIssue) =>
    status !== 'sentBack' && (signedIn === undefined || signedIn === workProductId)
  const [listed, elsewhere] = [issues.filter(isDecidedHere), issues.filter((issue) => !isDecidedHere(issue))]
  const unlisted = [...past, ...elsewhere].filter(({ id }) => writtenIds.has(id))
  const numbers = new Map(listed.map(({ id }, index) => [id, index + 1]))

  const sectionOf = ({ id, status, answeredByIssueIds }: ListedIssue): OutlineSection => {
    const successors = answeredByIssueIds.filter((issueId) => issueId !== id)
    return {
      issueId: id,
      number: numbers.get(id) ?? null,
      status,
      isWritten: writtenIds.has(id),
      ...(successors.length > 0 ? { into: successors } : {}),
    }
  }
  const predecessors = new Map<string, ListedIssue[]>()
  for (const issue of unlisted) {
    const first = listed.find(({ id }) => id !== issue.id && issue.answeredByIssueIds.includes(id))
    predecessors.set(first?.id ?? '', [...(predecessors.get(first?.id ?? '') ?? []), issue])
  }
  return [
    ...listed.flatMap((issue) => [...(predecessors.get(issue.id) ?? []), issue]),
    ...(predecessors.get('') ?? []),
  ].map(sectionOf)
}
