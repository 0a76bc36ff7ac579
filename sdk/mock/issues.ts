import type { Anchor, AnchorCheck, CheckedCitation, Citation, Issue, IssueList } from '../generated/types.ts'
import { refusal, rules } from './engine.ts'
import { type DocumentRecord, documentsOf, pagesOf, type VersionRecord, withoutUndefined } from './records.ts'
import type { Handlers, World } from './world.ts'

/** A place as callers name it: the service adds the version and its hash. */
export type NewAnchor = Pick<Anchor, 'page' | 'rect' | 'quote'> & { documentId?: string }

type Cited = { anchor: Anchor; note?: string; isOrphaned: boolean; by: string; at: string }
type State = {
  issueIds: string[]
  tasks: unknown[]
  issues: Record<
    string,
    {
      words: Pick<Issue, 'issueType' | 'benefitType' | 'scope' | 'description'>
      left: Issue['status'] | null
      raisedIssueIds: string[]
      decision: Omit<NonNullable<Issue['decision']>, 'by' | 'at'> | null
      citations: Record<string, Cited>
      signedIn: string | null
    }
  >
}

/** What is to be decided, how it was decided, and the pages that it rests on. */
export function issueHandlers(world: World): Handlers {
  const { issues } = rules
  const change = (caseId: string, type: string, more: Record<string, unknown>) =>
    world.change(issues, { type, caseId, ...withoutUndefined(more) })
  const one = (caseId: string, issueId: string) => issueOf(world, caseId, issueId)

  return {
    listIssues: ({ caseId }) => issuesOf(world, caseId),
    getIssue: ({ caseId, issueId }) => one(caseId, issueId),
    addIssue({ caseId, body }) {
      const issueId = world.newId('issue')
      change(caseId, 'addIssue', { issueId, ...body })
      return one(caseId, issueId)
    },
    editIssue({ caseId, issueId, body: { override, ...changes } }) {
      change(caseId, 'editIssue', { issueId, changes: withoutUndefined(changes), override })
      return one(caseId, issueId)
    },
    splitIssue({ caseId, issueId, body }) {
      const into = body.into.map((part) => ({ ...part, issueId: world.newId('issue') }))
      change(caseId, 'splitIssue', { issueId, into })
      return issuesOf(world, caseId)
    },
    mergeIssues({ caseId, issueId, body: { issueIds, into } }) {
      const merged = world.newId('issue')
      change(caseId, 'mergeIssues', { issueId: merged, issueIds: [issueId, ...issueIds], into })
      return one(caseId, merged)
    },

    citeEvidence({ caseId, issueId, body: { note, override, ...given } }) {
      world.opening(caseId)
      const anchor = anchorFor(world, caseId, given as NewAnchor)
      change(caseId, 'cite', { issueId, citationId: world.newId('cite'), anchor, note, override })
      const state = world.stateOf<State>(issues, { type: '', caseId })
      const id = rules.citationOf(state.issues[issueId], anchor) as string
      return citationsOf(world, caseId).find((citation) => citation.id === id) as Citation
    },
    listEvidence({ caseId, issueId }) {
      one(caseId, issueId)
      const cited = citationsOf(world, caseId, issueId)
      return cited.map(
        (citation): CheckedCitation => ({ ...citation, check: checkOf(world, caseId, citation.anchor) }),
      )
    },
    checkAnchors: ({ caseId, body: { anchors } }) => anchors.map((anchor) => checkOf(world, caseId, anchor)),
  }
}

export function issuesOf(world: World, caseId: string): IssueList {
  world.opening(caseId)
  const { issueIds, issues, tasks } = world.stateOf<State>(rules.issues, { type: '', caseId })
  const events = world.eventsOf(caseId)
  const lastOf = (id: string, ...types: string[]) =>
    events.findLast(
      ({ type, data }) =>
        types.includes(type) && (data.issueId === id || (data.from as string[] | undefined)?.includes(id)),
    )
  const answers = (id: string): string[] => {
    if (issues[id]?.left === null) return [id]
    const data = lastOf(id, 'issue.split', 'issue.merged')?.data ?? {}
    const into = (data.into as string[] | undefined) ?? (data.from ? [String(data.issueId)] : [])
    return [...new Set(into.flatMap(answers))]
  }
  const present = (id: string, position?: number): Issue => {
    const { words, left, raisedIssueIds, decision, citations, signedIn } = issues[
      id
    ] as State['issues'][string]
    const decided = decision && lastOf(id, 'issue.decided')
    const gone = left === null ? undefined : lastOf(id, 'issue.removed')
    const { issueId: _, ...removal } = gone?.data ?? {}
    return withoutUndefined({
      ...{ id, position, ...words, status: left ?? (decision ? 'decided' : 'open'), raisedIssueIds },
      answeredByIssueIds: answers(id),
      decision: decision ? { ...decision, by: decided?.actor.name, at: decided?.at } : undefined,
      removal: gone ? { ...removal, at: gone.at, by: gone.actor.name } : undefined,
      citations: Object.keys(citations).length,
      signedIn: signedIn ?? undefined,
    }) as Issue
  }
  const past = Object.keys(issues).filter((id) => issues[id]?.left !== null)
  return {
    issues: issueIds.map((id, position) => present(id, position)),
    past: past.map((id) => present(id)),
    actions: rules.issueOffers({ tasks, context: world.contextNow() }, world.allowed),
  }
}

export function issueOf(world: World, caseId: string, issueId: string): Issue {
  const { issues, past } = issuesOf(world, caseId)
  const found = [...issues, ...past].find(({ id }) => id === issueId)
  if (!found) throw refusal('notFound', 'There is no such issue in this case.')
  return found
}

export function citationsOf(world: World, caseId: string, issueId?: string): Citation[] {
  const { issueIds, issues } = world.stateOf<State>(rules.issues, { type: '', caseId })
  const names = new Map(documentsOf(world, caseId).map(({ id, name }) => [id, name]))
  const of = issueId === undefined ? issueIds : [issueId]
  return of.flatMap((id) =>
    Object.entries(issues[id]?.citations ?? {})
      .map(
        ([citationId, { anchor, note, isOrphaned, by, at }]) =>
          withoutUndefined({
            ...{
              id: citationId,
              issueId: id,
              anchor,
              documentName: names.get(anchor.documentId) ?? '',
              note,
            },
            ...{ orphaned: isOrphaned ? (true as const) : undefined, createdBy: by, createdAt: at },
          }) as Citation,
      )
      .sort((a, b) => a.anchor.page - b.anchor.page),
  )
}

function pageIn(
  world: World,
  caseId: string,
  page: number,
): { document: DocumentRecord; version: VersionRecord; text: string } | undefined {
  for (const document of documentsOf(world, caseId)) {
    const version = [...document.earlier, document].find(
      ({ startPage, endPage }) => startPage <= page && page <= endPage,
    )
    if (version) return { document, version, text: pagesOf(world, version)[page - version.startPage] ?? '' }
  }
  return undefined
}

const isQuoted = (text: string, quote: string): boolean | undefined =>
  text.trim() === '' ? undefined : (rules.hasQuote(text, quote) as boolean)

/** The anchor that a caller means, of the file as it stands. */
export function anchorFor(
  world: World,
  caseId: string,
  { documentId, page, rect, quote }: NewAnchor,
): Anchor {
  const found = pageIn(world, caseId, page)
  if (!found) throw refusal('invalid', `There is no page ${page} in this case.`)
  const { document, version, text } = found
  if (documentId !== undefined && documentId !== document.id) {
    throw refusal('invalid', `Page ${page} is not in this document: it is in ${document.id}.`)
  }
  if (document.status !== 'current') {
    throw refusal('stateForbids', `Page ${page} cannot be cited: its document is ${document.status}.`)
  }
  if (version.version < document.version) {
    throw refusal(
      'stateForbids',
      `Page ${page} belongs to an older version of its document: the current one has the pages ${document.startPage} to ${document.endPage}.`,
    )
  }
  if (rect) rules.refuseTwistedBox(rect)
  if (quote !== undefined && isQuoted(text, quote) === false) {
    const near = pagesOf(world, version).findIndex((other) => rules.hasQuote(other, quote))
    const where = near < 0 ? '' : `; it is on page ${version.startPage + near}`
    throw refusal('invalid', `The quote is not on page ${page}${where}.`)
  }
  const { sha256 } = version.content
  return withoutUndefined({
    documentId: document.id,
    version: version.version,
    sha256,
    page,
    rect,
    quote,
  }) as Anchor
}

export function checkOf(world: World, caseId: string, anchor: Anchor): AnchorCheck {
  const found = pageIn(world, caseId, anchor.page)
  return rules.checkAnchor(
    anchor,
    found && {
      documentId: found.document.id,
      version: found.version.version,
      currentVersion: found.document.version,
      sha256: found.version.content.sha256,
      isListed: found.document.status === 'current',
      hasQuote: anchor.quote === undefined ? undefined : isQuoted(found.text, anchor.quote),
    },
  )
}
