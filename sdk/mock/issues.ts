import * as rules from '../generated/rules.js'
import type { Anchor, AnchorCheck, CheckedCitation, Citation, Issue, IssueList } from '../generated/types.ts'
import { defined, type Logged, type Loose, refusal } from './engine.ts'
import { type DocumentRecord, documentsOf, pagesOf, type VersionRecord } from './records.ts'
import type { Handlers, World } from './world.ts'

/** A place as callers name it: the service adds the version and its hash. */
export type NewAnchor = Pick<Anchor, 'page' | 'rect' | 'quote'> & { documentId?: string }

/** What is to be decided, how it was decided, and the pages that it rests on. */
export function issueHandlers(world: World): Handlers {
  const { issues } = rules
  const change = (command: Loose<rules.IssueCommand>) => world.change(issues, command)
  const one = (caseId: string, issueId: string) => issueOf(world, caseId, issueId)

  return {
    listIssues: ({ caseId }) => issuesOf(world, caseId),
    getIssue: ({ caseId, issueId }) => one(caseId, issueId),
    addIssue({ caseId, body }) {
      const issueId = world.newId('issue')
      change({ type: 'addIssue', caseId, issueId, ...body })
      return one(caseId, issueId)
    },
    editIssue({ caseId, issueId, body: { override, ...changes } }) {
      change({ type: 'editIssue', caseId, issueId, changes: rules.withoutUndefined(changes), override })
      return one(caseId, issueId)
    },
    splitIssue({ caseId, issueId, body }) {
      const into = body.into.map((part) => ({ ...part, issueId: world.newId('issue') }))
      change({ type: 'splitIssue', caseId, issueId, into })
      return issuesOf(world, caseId)
    },
    mergeIssues({ caseId, issueId, body: { issueIds, into } }) {
      const merged = world.newId('issue')
      change({ type: 'mergeIssues', caseId, issueId: merged, issueIds: [issueId, ...issueIds], into })
      return one(caseId, merged)
    },

    citeEvidence({ caseId, issueId, body: { note, override, ...given } }) {
      world.opening(caseId)
      const anchor = anchorFor(world, caseId, defined<NewAnchor>(given))
      change({ type: 'cite', caseId, issueId, citationId: world.newId('cite'), anchor, note, override })
      const issue = world.stateIn(issues, caseId).issues[issueId] as rules.IssueState
      const id = rules.citationOf(issue, anchor)
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
  const { issueIds, issues, tasks } = world.stateIn(rules.issues, caseId)
  const events = world.eventsOf(caseId)
  /** Split or merged into these. */
  const heirsOf = (id: string): string[] => {
    const left = events.findLast(
      (event) =>
        (event.type === 'issue.split' && event.data.issueId === id) ||
        (event.type === 'issue.merged' && (event.data.issueId === id || event.data.from.includes(id))),
    )
    if (left?.type === 'issue.split') return left.data.into
    return left?.type === 'issue.merged' ? [left.data.issueId] : []
  }
  const answers = (id: string): string[] =>
    issues[id]?.left === null ? [id] : [...new Set(heirsOf(id).flatMap(answers))]
  const present = (id: string, position?: number): Issue => {
    const { words, left, raisedIssueIds, decision, citations, signedIn } = issues[id] as rules.IssueState
    const decided = events.findLast((event) => event.type === 'issue.decided' && event.data.issueId === id)
    const gone = events
      .filter((event) => event.type === 'issue.removed')
      .findLast(({ data }) => data.issueId === id)
    return defined<Issue>({
      ...{ id, position, ...words, status: left ?? (decision ? 'decided' : 'open'), raisedIssueIds },
      answeredByIssueIds: answers(id),
      decision: decision && decided ? { ...decision, by: decided.actor.name, at: decided.at } : undefined,
      removal: left !== null && gone ? removalBy(gone) : undefined,
      citations: Object.keys(citations).length,
      signedIn: signedIn ?? undefined,
    })
  }
  const past = Object.keys(issues).filter((id) => issues[id]?.left !== null)
  return {
    issues: issueIds.map((id, position) => present(id, position)),
    past: past.map((id) => present(id)),
    actions: rules.issueOffers({ tasks, context: world.contextNow() }, world.allowed),
  }
}

function removalBy({
  data: { issueId: _, ...removal },
  actor,
  at,
}: Extract<Logged, { type: 'issue.removed' }>): Issue['removal'] {
  return { ...removal, at, by: actor.name }
}

export function issueOf(world: World, caseId: string, issueId: string): Issue {
  const { issues, past } = issuesOf(world, caseId)
  const found = [...issues, ...past].find(({ id }) => id === issueId)
  if (!found) throw refusal('notFound', 'There is no such issue in this case.')
  return found
}

export function citationsOf(world: World, caseId: string, issueId?: string): Citation[] {
  const { issueIds, issues } = world.stateIn(rules.issues, caseId)
  const names = new Map(documentsOf(world, caseId).map(({ id, name }) => [id, name]))
  const of = issueId === undefined ? issueIds : [issueId]
  return of.flatMap((id) =>
    Object.entries(issues[id]?.citations ?? {})
      .map(([citationId, { anchor, note, isOrphaned, by, at }]) =>
        defined<Citation>({
          ...{ id: citationId, issueId: id, anchor, documentName: names.get(anchor.documentId) ?? '', note },
          ...{ orphaned: isOrphaned ? (true as const) : undefined, createdBy: by, createdAt: at },
        }),
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
  text.trim() === '' ? undefined : rules.hasQuote(text, quote)

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
  const whole = { documentId: document.id, version: version.version, sha256, page, rect, quote }
  return defined<Anchor>(whole)
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
