import { hash } from 'node:crypto'
import { project } from '@portico/contract/audience'
import { type CaseSort, type CaseState, CaseSummary, type CasesQuery } from '@portico/contract/cases'
import type { Profile } from '@portico/contract/profile'
import type { AsOf, CaseCursor } from '../app/file/cases.ts'
import type { Portico } from '../app/portico.ts'
import { cursorOf, partsOf } from '../app/work/cursor.ts'
import { caseFacts } from '../core/file/case-facts.ts'
import { Refusal } from '../core/kernel/decider.ts'
import { namesOf, refuseUnknownWord } from '../core/kernel/known-words.ts'
import { daysEarlier, isCalendarDate, wholeDaysSince } from '../core/time/moments.ts'
import type { Caller } from './authentication.ts'
import { HttpRefusal } from './errors.ts'
import type { Handlers } from './route.ts'
import { refuseEmptySearch } from './search-query.ts'

const mostCounted = 10_000

export function caseHandlers(portico: Portico) {
  const shownCase = async (caseId: string, caller: Caller) => {
    const { openedAt: _, ...facts } = await portico.cases.find(caseId, caller)
    return { ...facts, pageCount: await portico.caseDocuments.pageCount(caseId, facts.pageCount, caller) }
  }

  /** Until a signed decision is released, a party is told where the case stood before it was signed. */
  const beforeSecrets = async (caseId: string, now: Date): Promise<CaseState | undefined> => {
    const position = await portico.cases.unreleasedSince(caseId)
    return position === undefined ? undefined : portico.cases.state(caseId, now, { position: position - 1 })
  }

  return {
    listCases: async ({ query, caller, now }) => {
      const { after, limit = 50, count = false, source, externalId, leastDaysInStep, ...rest } = query
      const { sort = 'uploaded', isReversed = false, ...others } = rest
      if ((source === undefined) !== (externalId === undefined))
        throw new HttpRefusal(
          400,
          'source and externalId must be given together: the id, and the system that it is of.',
        )
      const alias = source === undefined || externalId === undefined ? undefined : { source, externalId }
      const inStepSince = leastDaysInStep === undefined ? undefined : daysEarlier(now, leastDaysInStep)
      const filter = { ...others, alias, inStepSince }
      refuseUnknownFilter(filter, portico.profiles.inForce())
      const sight = portico.permissions.sightOf(caller)
      const represented = new Set(await portico.caseAccess.representedCases(caller))
      const { status, assignee, sensitivity } = filter
      const asked = {
        status,
        assignee,
        leastDaysInStep,
        sensitivity,
        sort: sort === 'step' ? sort : undefined,
      }
      const ofStaff = Object.entries(asked).filter(([, value]) => value !== undefined)
      const asksForStaff = ofStaff.length > 0
      if (asksForStaff && caller.audience === 'party')
        throw new Refusal('forbidden', `Your roles do not see the ${ofStaff[0]?.[0]} of cases: leave it out.`)
      if (sensitivity !== undefined && caller.audience === 'integration')
        throw new Refusal('forbidden', 'Your roles do not see the sensitivity of cases: leave it out.')
      const order = { sort, isReversed }
      const read = { sight, order, ...(after === undefined ? {} : { after: placeOf(after, sort) }), limit }
      const found = await portico.cases.list(filter, read)
      // Whoever represents somebody on a case has of it what a party has, and does not find it by more than that.
      const cases = found.cases
        .filter(({ id }) => !asksForStaff || !represented.has(id))
        .map((one) => (represented.has(one.id) ? project(CaseSummary, one, 'party', 'party', caller) : one))
      const barred = asksForStaff ? [...represented] : []
      const counted = count && (await portico.cases.count(filter, { sight, barred, most: mostCounted + 1 }))
      return {
        cases,
        ...(found.next ? { next: cursorOf([found.next.key, found.next.id]) } : {}),
        ...(counted === false
          ? {}
          : { count: { cases: Math.min(counted, mostCounted), isExact: counted <= mostCounted } }),
      }
    },

    correctCase: async ({ params, body, caller, access, call }) => {
      const command = { ...body, type: 'correctCase' as const, caseId: params.id }
      await portico.execute(caseFacts, call(), command, () => null)
      const facts = await shownCase(params.id, caller)
      return { case: facts, permissions: portico.permissions.actionsOn(caller, access.facts) }
    },

    getCase: async ({ params, caller, access, reply }) => {
      const permissions = portico.permissions.actionsOn(caller, access.facts)
      const facts = await shownCase(params.id, caller)
      const { pagesRead, pages, pagesToRecognise } = facts.text
      // The version comes first, as `If-Match` wants it; what else the answer depends on makes a difference too.
      const isComplete = pagesRead === pages && pagesToRecognise === 0
      const progress = isComplete ? [] : [pagesRead, pagesToRecognise]
      const allowed = hash('sha256', [...permissions, ...caller.concealed].join(), 'hex').slice(0, 8)
      reply.header('etag', `"${[facts.version, allowed, ...progress].join('-')}"`)
      return { case: facts, permissions }
    },

    getCaseState: async ({ params, query, caller, now, access }) => {
      if (caller.audience !== 'party')
        return portico.cases.state(params.id, now, asOf(query.at), access.version)
      // Looked for before and after: a decision that is signed or released meanwhile is not told of early.
      const first = await beforeSecrets(params.id, now)
      const state = await portico.cases.state(params.id, now, asOf(query.at))
      const before = first ?? (await beforeSecrets(params.id, now))
      const { partyStatuses } = portico.profiles.inForce()
      const shown = before && before.version < state.version ? before : state
      const since = await portico.cases.partyStatusSince(params.id, shown.version)
      return asPartySees(since ? ageSince(shown, since, asOf(query.at)?.time ?? now) : shown, partyStatuses)
    },

    searchCase: async ({ params, query, caller, access }) => {
      refuseEmptySearch(query.q)
      const { documentCategories } = portico.profiles.inForce()
      if (query.category !== undefined)
        refuseUnknownWord('category', query.category, namesOf(documentCategories))
      return portico.search.inFull(params.id, caller, query, access)
    },
  } satisfies Partial<Handlers>
}

function refuseUnknownFilter(asked: CasesQuery, { statuses, dockets, caseTypes }: Profile) {
  const { status, docket, caseType } = asked
  if (status !== undefined) refuseUnknownWord('status', status, namesOf(statuses))
  if (docket !== undefined) refuseUnknownWord('docket', docket, namesOf(dockets))
  if (caseType !== undefined) refuseUnknownWord('case type', caseType, namesOf(caseTypes))
}

/** Both parts of where a page ended: what stands in the list may change meanwhile. */
function placeOf(after: string, sort: CaseSort): CaseCursor {
  const [key, id] = partsOf(after)
  const isWhole = typeof key === 'string' && typeof id === 'string' && !`${key}${id}`.includes('\0')
  const isOfTime = sort === 'uploaded' || sort === 'received' || sort === 'step'
  if (!isWhole || (isOfTime && !(timeInCursor.test(key) && isCalendarDate(key.slice(0, 10)))))
    throw new HttpRefusal(400, 'after must be the next of the previous page, in the same order.')
  return { key, id }
}

/** A date, or a time as the database writes it. */
const timeInCursor =
  /^[12]\d{3}-\d\d-\d\d( ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d)?)?$/

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

/** A party is not told of the steps within one of their statuses. */
const ageSince = (state: CaseState, since: Date, now: Date): CaseState => ({
  ...state,
  enteredStepAt: since.toISOString(),
  ageInStepDays: wholeDaysSince(since, now),
})

/** What a party sees: where the case stands, in sentences of their own, and nothing of who works on it. */
function asPartySees(
  { partyStatus, enteredStepAt, ageInStepDays, deadlines, version }: CaseState,
  partyStatuses: Profile['partyStatuses'],
): CaseState {
  const {
    label = partyStatus,
    why = `${label}.`,
    next,
  } = partyStatuses.find(({ name }) => name === partyStatus) ?? { label: partyStatus }
  return {
    status: partyStatus,
    partyStatus,
    why,
    ...(next === undefined ? {} : { next }),
    assignee: null,
    step: partyStatus,
    enteredStepAt,
    ageInStepDays,
    deadlines: deadlines.filter(({ isForParties }) => isForParties),
    openTasks: 0,
    version,
  }
}
