import type { Issue } from '@portico/contract/issues'
import type { OutlineSection, WorkProductContent } from '@portico/contract/work-products'

type Listed = Pick<Issue, 'id' | 'status' | 'signedIn' | 'answeredByIssueIds'>

/** The sections of a text as the list of issues has them now: none is lost with its issue. */
export function outlineOf(
  { issues: sections }: WorkProductContent,
  { issues, past }: { issues: readonly Listed[]; past: readonly Listed[] },
  workProductId: string,
): OutlineSection[] {
  const written = new Set(sections.flatMap(({ issueId, content }) => (content.length > 0 ? [issueId] : [])))
  const isDecidedHere = ({ status, signedIn }: Listed) =>
    status !== 'sentBack' && (signedIn === undefined || signedIn === workProductId)
  const [listed, away] = [issues.filter(isDecidedHere), issues.filter((issue) => !isDecidedHere(issue))]
  const left = [...past, ...away].filter(({ id }) => written.has(id))
  const numbers = new Map(listed.map(({ id }, index) => [id, index + 1]))

  const sectionOf = ({ id, status, answeredByIssueIds }: Listed): OutlineSection => {
    const into = answeredByIssueIds.filter((issueId) => issueId !== id)
    return {
      issueId: id,
      number: numbers.get(id) ?? null,
      status,
      isWritten: written.has(id),
      ...(into.length > 0 ? { into } : {}),
    }
  }
  const becameHere = new Map<string, Listed[]>()
  for (const issue of left) {
    const first = listed.find(({ id }) => id !== issue.id && issue.answeredByIssueIds.includes(id))
    becameHere.set(first?.id ?? '', [...(becameHere.get(first?.id ?? '') ?? []), issue])
  }
  return [
    ...listed.flatMap((issue) => [...(becameHere.get(issue.id) ?? []), issue]),
    ...(becameHere.get('') ?? []),
  ].map(sectionOf)
}
