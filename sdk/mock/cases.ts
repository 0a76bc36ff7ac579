import { PorticoError } from '../errors.ts'
import * as rules from '../generated/rules.js'
import type { CaseState, CaseSummary, PageWord, PorticoEvent } from '../generated/types.ts'
import { msLater, wholeDaysSince } from '../time.ts'
import { defined, type Logged, refusal } from './engine.ts'
import { caseOf, documentsOf, isCurrent, pagesOf } from './records.ts'
import { type Handlers, pageOf, type World } from './world.ts'

const scopedLifetimeMs = 15 * 60 * 1000

/** Where a case stands: now, or as of a position. */
export function stateOf(world: World, caseId: string, until?: number): CaseState {
  const opening = world.opening(caseId)
  const events = world
    .eventsOf(caseId)
    .filter(({ position }) => position <= (until ?? Number.POSITIVE_INFINITY))
  if (events.length === 0) throw refusal('notFound', 'There was no such case then.')
  const version = events.length
  const work = world.stateIn(rules.work, caseId, until)
  const { standing, tasks, rootId } = work
  const now = world.clock()
  const said = events.findLast((event) => event.type === 'case.stateChanged')
  const own = world.states.get(caseId)
  if (!standing) {
    const workflow = rules.workflowOf({ profile: world.profile }, opening.data.caseType)
    return { ...rules.stateBeforeWork(workflow, { openedAt: opening.at, version }, now), ...own, version }
  }
  const open = tasks.filter(({ id }) => id !== rootId)
  const step = tasks.find(({ id }) => id === standing.taskId)
  const holds = open.flatMap(({ heldUntil }) => heldUntil ?? []).sort()
  const { taskId: _, ...where } = standing
  const dayOf = (at: string) => rules.dayShownIn(new Date(at), world.profile.deadlines.timeZone)
  return defined<CaseState>({
    ...where,
    assignee: step?.assignee ?? null,
    next: said?.data.next ?? undefined,
    ageInStepDays: wholeDaysSince(standing.enteredStepAt, now),
    deadline: step?.deadline,
    deadlineDay: step?.deadline && dayOf(step.deadline),
    deadlineWhy: step?.deadlineWhy,
    deadlines: rules.presentDeadlines(rules.deadlinesIn(work.timers), world.profile),
    openTasks: open.length,
    onHoldUntil: holds[0],
    ...own,
    version,
  })
}

export function caseHandlers(world: World): Handlers {
  const summaryOf = (caseId: string) => {
    const { docketNumber, veteran, uploadedAt } = caseOf(world, caseId)
    return { id: caseId, docketNumber, veteran, uploadedAt }
  }
  const listed = () =>
    world
      .caseIds()
      .map((caseId) => caseOf(world, caseId))
      .sort((a, b) => b.uploadedAt.localeCompare(a.uploadedAt))

  return {
    listAppeals: () => listed().map(({ id }) => summaryOf(id)),
    getAppeal({ appealId }) {
      const { originalPdfBytes, documentCount } = caseOf(world, appealId)
      return { appeal: { ...summaryOf(appealId), originalPdfBytes }, documentCount }
    },
    getCase: ({ caseId }) => ({ case: caseOf(world, caseId), permissions: permissionsOf(world) }),
    listCases(_, { after, limit, text, ...wanted }) {
      const { status, docket, caseType, assignee, isClosed, receivedFrom, receivedTo } = wanted
      const cases = listed().map(
        ({ id, docketNumber, caseType, veteran, receiptDate, uploadedAt }): CaseSummary => {
          const work = world.stateIn(rules.work, id)
          const state = stateOf(world, id)
          const stands = work.standing
            ? { status: state.status, step: state.step, enteredStepAt: state.enteredStepAt }
            : {}
          return defined<CaseSummary>({
            ...{
              id,
              docketNumber,
              caseType,
              docket: work.docket ?? undefined,
              veteran,
              receiptDate,
              uploadedAt,
            },
            ...{ ...stands, assignee: state.assignee ?? undefined, isClosed: work.isClosed },
          })
        },
      )
      const asked = String(text ?? '')
        .toLowerCase()
        .split(/\s+/)
        .filter(Boolean)
      const isNamed = (names: readonly string[]) =>
        asked.every((word) => names.some((name) => begins(name.toLowerCase(), word)))
      const found = cases.filter(
        (one) =>
          (status === undefined || one.status === status) &&
          (docket === undefined || one.docket === docket) &&
          (caseType === undefined || one.caseType === caseType) &&
          (isClosed === undefined || one.isClosed === isClosed) &&
          (receivedFrom === undefined || one.receiptDate >= receivedFrom) &&
          (receivedTo === undefined || one.receiptDate <= receivedTo) &&
          (assignee === undefined ||
            world.stateIn(rules.work, one.id).tasks.some((task) => task.assignee?.id === assignee)) &&
          isNamed([one.docketNumber, ...Object.values(one.veteran)]),
      )
      return pageOf('cases', found, ({ id }) => id, { after, limit })
    },
    getCaseState: ({ caseId }, { at }) =>
      stateOf(world, caseId, at === undefined ? undefined : positionAt(world, at)),
    listCaseEvents: ({ caseId }, options) => eventPage(world, caseId, options),
    listEvents: (_, options) => eventPage(world, undefined, options),
    listAccess: ({ caseId }, { after, limit = 100 }) => {
      world.opening(caseId)
      return pageOf('entries', world.accessesOf(caseId), ({ position }) => position, { after, limit })
    },
    getPageText({ caseId, documentId, page }) {
      const one = documentsOf(world, caseId).find(({ id }) => id === documentId)
      const text = one && pagesOf(world, one)[page - one.startPage]
      if (text === undefined) throw refusal('notFound', 'There is no such page in a document of this case.')
      return { page, documentId, state: 'read', text, source: 'textLayer', words: placed(text) }
    },
    getPageMap({ caseId }, { after, limit }) {
      const most = Number(limit ?? 100)
      const documents = documentsOf(world, caseId)
        .filter(isCurrent)
        .map(({ id, name, startPage, endPage }) => {
          const uniquePages = endPage - startPage + 1
          return { id, name, startPage, endPage, uniquePages, isLinked: false, duplicates: [] }
        })
      const pages = documents.reduce((sum, { uniquePages }) => sum + uniquePages, 0)
      const behind = documents.filter(({ startPage }) => startPage > Number(after ?? 0))
      const shown = behind.slice(0, most)
      return {
        ...{ pages, uniquePages: pages, comparedPages: pages, documents: shown },
        isMore: behind.length > most,
      }
    },
    grantScopedAccess({ caseId }) {
      const shown = documentsOf(world, caseId).filter(isCurrent)
      const documents = shown.map(({ id, startPage, content: { sha256, firstPage, pageCount } }) => ({
        id,
        sha256,
        firstPage,
        pageCount,
        startPage,
      }))
      const files = [...new Set(shown.map(({ content }) => content.sha256))].flatMap((sha256) => {
        const content = world.files.get(sha256)?.content
        if (!content) return []
        const base64 = btoa(Array.from(content, (byte) => String.fromCharCode(byte)).join(''))
        return [{ sha256, bytes: content.length, url: `data:application/octet-stream;base64,${base64}` }]
      })
      world.downloaded(caseId, { of: 'scopedAccess' })
      const expiresAt = msLater(world.clock(), scopedLifetimeMs).toISOString()
      return { expiresAt, documents, files }
    },
  }
}

function permissionsOf({ profile, me, isAdministrator }: World): string[] {
  const mine = profile.roles.filter(({ name }) => isAdministrator || me.roles.includes(name))
  return [...new Set(mine.flatMap(({ may }) => may))].sort()
}

/** The last position by a time, or the position that is named. */
function positionAt(world: World, at: unknown): number {
  if (Number.isInteger(Number(at)) && !(at instanceof Date)) return Number(at)
  const time = new Date(at as string | Date).getTime()
  return world.log().findLast(({ recordedAt }) => Date.parse(recordedAt) <= time)?.position ?? 0
}

export type EventsWanted = { after?: unknown; types?: unknown; limit?: unknown }

export function eventsBehind(
  world: World,
  caseId: string | undefined,
  { after, types }: EventsWanted,
): Logged[] {
  if (caseId !== undefined) world.opening(caseId)
  const behind = positionOf(world, after)
  const wanted = types as readonly string[] | undefined
  return world
    .log()
    .filter(
      (event) =>
        (caseId === undefined || event.caseId === caseId) &&
        event.position > behind &&
        (wanted?.includes(event.type) ?? true),
    )
}

/** The log of a mock has one epoch, and is never put back. */
export const mockEpoch = 1

function positionOf(world: World, after: unknown): number {
  const [position = '0', epoch = mockEpoch] = String(after ?? 0).split('@')
  const newest = world.log().at(-1)?.position ?? 0
  if (Number(position) <= newest && Number(epoch) === mockEpoch) return Number(position)
  const resumeAfter = `0@${mockEpoch}`
  throw new PorticoError({
    code: 'gone',
    status: 410,
    message: `The log has no position ${after}. Resume after ${resumeAfter}, which the header Portico-Resume-After says too.`,
    resumeAfter,
  })
}

function eventPage(world: World, caseId: string | undefined, wanted: EventsWanted) {
  const found = eventsBehind(world, caseId, wanted)
  const { events, next } = pageOf('events', found, ({ position }) => position, { limit: wanted.limit ?? 100 })
  const shown: PorticoEvent[] = events.map((event) => world.shown(event))
  return { events: shown, ...(next === undefined ? {} : { next }) }
}

/** By its beginning, or by a later part from three characters on. */
function begins(name: string, word: string): boolean {
  const [, ...later] = name.split(/[\s-]+/)
  return (
    name.startsWith(word) ||
    (word.length >= 3 && later.some((part) => `-${part}`.startsWith(word) || part.startsWith(word)))
  )
}

/** Each word on its line, as a typewriter would put it. */
function placed(text: string): PageWord[] {
  return [...text.matchAll(/\S+/g)].map((match) => {
    const start = match.index
    const end = start + match[0].length
    const before = text.slice(0, start).split('\n')
    const column = before.at(-1)?.length ?? 0
    const top = Math.min(0.98, 0.08 + before.length * 0.02)
    const left = Math.min(0.98, 0.1 + column * 0.01)
    return { start, end, left, top, right: Math.min(1, left + (end - start) * 0.01), bottom: top + 0.015 }
  })
}
