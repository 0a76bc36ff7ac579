import { hash } from 'node:crypto'
import { project } from '@portico/contract/audience'
import { type CaseState, CaseSummary, type CasesQuery } from '@portico/contract/cases'
import { type EventsQuery, type EventType, eventTypes } from '@portico/contract/events'
import type { Profile } from '@portico/contract/profile'
import type { FastifyInstance } from 'fastify'
import type { PresentedEvent } from '../app/engine/present-events.ts'
import type { AsOf, Portico } from '../app/portico.ts'
import { caseFacts } from '../core/file/case-facts.ts'
import { isCalendarDate } from '../core/file/document.ts'
import { Refusal } from '../core/kernel/decider.ts'
import { namesOf, refuseUnknownWord } from '../core/kernel/known-words.ts'
import { authorize, refuseUnlessAllowed } from './access.ts'
import type { Caller } from './authentication.ts'
import { HttpRefusal } from './errors.ts'
import { type EventStreams, wantsStream } from './events.ts'
import { serve } from './route.ts'
import { refuseEmptySearch } from './search-query.ts'
import { accessOf } from './trace.ts'

export function serveCases(app: FastifyInstance, portico: Portico, streams: EventStreams) {
  serve(app, 'listCases', async ({ query, caller }) => {
    refuseUnlessAllowed(portico, caller, ['readCases', 'listCases'])
    const { after, limit = 50, source, externalId, ...others } = query
    if ((source === undefined) !== (externalId === undefined))
      throw new HttpRefusal(
        400,
        'source and externalId must be given together: the id, and the system that it is of.',
      )
    const alias = source === undefined || externalId === undefined ? undefined : { source, externalId }
    const filter = { ...others, alias }
    refuseUnknownFilter(filter, portico.profiles.inForce())
    const sight = portico.permissions.sightOf(caller)
    const represented = new Set(await portico.representedCases(caller))
    const asksForStaff = filter.status !== undefined || filter.assignee !== undefined
    if (asksForStaff && caller.audience === 'party')
      throw new Refusal('forbidden', 'status and assignee are words of staff: your roles do not see them.')
    const read = { sight, ...(after === undefined ? {} : { after: cursorOf(after) }), limit: limit + 1 }
    const found = await portico.listCases(filter, read)
    const page = found.slice(0, limit)
    const last = found.length > limit ? page.at(-1) : undefined
    // Whoever represents somebody on a case has of it what a party has, and does not find it by more than that.
    const cases = page
      .filter(({ id }) => !asksForStaff || !represented.has(id))
      .map((one) => (represented.has(one.id) ? project(CaseSummary, one, 'party', 'party') : one))
    return { cases, ...(last ? { next: `${last.uploadedAt}~${last.id}` } : {}) }
  })

  serve(app, 'correctCase', async ({ params, body, caller, call }) => {
    const { facts: access } = await authorize(portico, caller, 'correctCases', params.id)
    const command = { ...body, type: 'correctCase' as const, caseId: params.id }
    await portico.execute(caseFacts, call(), command, () => null)
    const { openedAt: _, ...facts } = await portico.findCase(params.id)
    return { case: facts, permissions: portico.permissions.actionsOn(caller, access) }
  })

  serve(app, 'getCase', async (input) => {
    const { params, caller, reply } = input
    const { facts: access } = await authorize(portico, caller, 'readCases', params.id)
    const permissions = portico.permissions.actionsOn(caller, access)
    portico.accessLog.note(accessOf(input, params.id, 'view', { of: 'case' }))
    const { openedAt: _, ...facts } = await portico.findCase(params.id)
    const { pagesRead, pages, pagesToRecognise } = facts.text
    // The version comes first, as `If-Match` wants it; what else the answer depends on makes a difference too.
    const isComplete = pagesRead === pages && pagesToRecognise === 0
    const progress = isComplete ? [] : [pagesRead, pagesToRecognise]
    const allowed = hash('sha256', permissions.join(), 'hex').slice(0, 8)
    reply.header('etag', `"${[facts.version, allowed, ...progress].join('-')}"`)
    return { case: facts, permissions }
  })

  serve(app, 'getCaseState', async ({ params, query, caller, now }) => {
    await authorize(portico, caller, 'readState', params.id)
    if (caller.audience !== 'party') return portico.caseState(params.id, now, asOf(query.at))
    const [state, before] = [
      await portico.caseState(params.id, now, asOf(query.at)),
      await beforeSecrets(params.id, now),
    ]
    return asPartySees(before && before.version < state.version ? before : state)
  })

  /** Until a signed decision is released, a party is told where the case stood before it was signed. */
  const beforeSecrets = async (caseId: string, now: Date): Promise<CaseState | undefined> => {
    const position = await portico.unreleasedSince(caseId)
    return position === undefined ? undefined : portico.caseState(caseId, now, { position: position - 1 })
  }

  serve(app, 'searchCase', async (input) => {
    const { params, query, caller } = input
    await authorize(portico, caller, 'readCases', params.id)
    refuseEmptySearch(query.q)
    const { documentCategories } = portico.profiles.inForce()
    if (query.category !== undefined)
      refuseUnknownWord('category', query.category, namesOf(documentCategories))
    portico.accessLog.note(accessOf(input, params.id, 'search', { of: 'pages' }))
    return portico.searchInFull(params.id, caller, query)
  })

  serve(app, 'getPageText', async (input) => {
    const { params, caller } = input
    await authorize(portico, caller, 'readCases', params.id)
    const page = await portico.pageText(params.id, params.docId, params.page, caller)
    portico.accessLog.note(accessOf(input, params.id, 'view', { of: 'document', documentId: params.docId }))
    return { page }
  })

  serve(app, 'listCaseEvents', async (input) => {
    const { params, query, caller, request, reply } = input
    const mayRead = (asking: Caller) => authorize(portico, asking, 'readCases', params.id)
    await mayRead(caller)
    const types = typesOf(query)
    portico.accessLog.note(accessOf(input, params.id, 'view', { of: 'case' }))
    if (wantsStream(request)) {
      const asked = { caseId: params.id, after: query.after, types, authorize: mayRead }
      return streams.send(request, reply, asked)
    }
    const { after = 0, limit = 100 } = query
    return portico.caseEvents(params.id, caller, { after, types, limit })
  })

  serve(app, 'getPageMap', async (input) => {
    const { params, caller } = input
    await authorize(portico, caller, 'readCases', params.id)
    portico.accessLog.note(accessOf(input, params.id, 'view', { of: 'case' }))
    return portico.pageMap(params.id)
  })

  serve(app, 'listAccess', async (input) => {
    const { params, query, caller } = input
    await authorize(portico, caller, 'readAccessLog', params.id)
    portico.accessLog.note(accessOf(input, params.id, 'view', { of: 'accessLog' }))
    return portico.accessLog.page(params.id, { after: query.after ?? 0, limit: query.limit ?? 100 })
  })

  serve(app, 'listEvents', async (input) => {
    const { query, caller, request, reply } = input
    const mayRead = async (asking: Caller) => {
      refuseUnlessAllowed(portico, asking, ['readEvents'])
    }
    /** Addresses and birth dates that go out leave the trace of whoever looks at the case. */
    const onSent = (asking: Caller, events: readonly PresentedEvent[]) => {
      const now = request.server.clock()
      const told = events.filter(({ type, data }) => data !== null && type.startsWith('party.'))
      for (const caseId of new Set(told.map((event) => event.caseId)))
        portico.accessLog.note(accessOf({ caller: asking, now, request }, caseId, 'view', { of: 'case' }))
    }
    await mayRead(caller)
    const types = typesOf(query)
    if (wantsStream(request))
      return streams.send(request, reply, { after: query.after, types, authorize: mayRead, onSent })
    const { after = 0, limit = 100 } = query
    const page = await portico.allEvents(caller, { after, types, limit })
    onSent(caller, page.events)
    return page
  })
}

function refuseUnknownFilter(asked: CasesQuery, { statuses, dockets, caseTypes }: Profile) {
  const { status, docket, caseType } = asked
  if (status !== undefined) refuseUnknownWord('status', status, namesOf(statuses))
  if (docket !== undefined) refuseUnknownWord('docket', docket, namesOf(dockets))
  if (caseType !== undefined) refuseUnknownWord('case type', caseType, namesOf(caseTypes))
}

function typesOf({ types }: EventsQuery): EventType[] | undefined {
  if (types === undefined) return undefined
  if (types.trim() === '')
    throw new HttpRefusal(
      400,
      'types must name event types, separated by commas, like case.opened,document.tagged.',
    )
  const wanted = types.split(',').map((type) => type.trim())
  for (const type of wanted) refuseUnknownWord('event type', type, eventTypes)
  return wanted as EventType[]
}

/** Both parts of where a page ended: what stands in the list may change meanwhile. */
export function cursorOf(after: string): { uploadedAt: string; id: string } {
  const [, uploadedAt, id] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)~(\w+)$/.exec(after) ?? []
  if (!uploadedAt || !id || Number.isNaN(Date.parse(uploadedAt)))
    throw new HttpRefusal(400, 'after must be what the page before gave as next.')
  return { uploadedAt, id }
}

function asOf(at: string | undefined): AsOf | undefined {
  if (at === undefined) return undefined
  if (/^\d{1,15}$/.test(at)) return { position: Number(at) }
  const time = new Date(at)
  if (!instant.test(at) || !isCalendarDate(at.slice(0, 10)) || Number.isNaN(time.getTime())) {
    throw new HttpRefusal(
      400,
      'at must be an event position, a real date, or a time with its zone such as 2026-11-01T00:00:00Z.',
    )
  }
  return { time }
}

/** A date alone begins in UTC; a time without a zone would mean another moment on another machine. */
const instant = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/

/** What a party sees: where the case stands in their words, and nothing of who works on it. */
function asPartySees({
  partyStatus,
  why,
  next,
  enteredStepAt,
  ageInStepDays,
  version,
}: CaseState): CaseState {
  return {
    status: partyStatus,
    partyStatus,
    why,
    ...(next === undefined ? {} : { next }),
    assignee: null,
    step: partyStatus,
    enteredStepAt,
    ageInStepDays,
    openTasks: 0,
    version,
  }
}
