import type { RouteName, Routes } from '../generated/routes.ts'
import * as rules from '../generated/rules.js'
import type { Access, Actor, Case, CaseState, PorticoEvent } from '../generated/types.ts'
import { limitOf } from '../limit.ts'
import type { WriteOptions } from '../request.ts'
import type { Given, QueryOf } from '../route-call.ts'
import { createEngine, type Logged, type Loose, refusal } from './engine.ts'
import type { MockFile } from './file.ts'
import type { MockOptions } from './given.ts'

type Asked<Query> = { [Key in keyof Query]?: Query[Key] | undefined }

/** What answers each route that the mock plays. */
export type Handlers = {
  [Name in RouteName]?: (
    given: Given<Name>,
    options: WriteOptions &
      Asked<QueryOf<Name>> & { range?: { start: number; end?: number | undefined } | undefined },
  ) => Routes[Name]['answer'] | Response | Promise<Routes[Name]['answer'] | Response>
}

export type World = ReturnType<typeof createWorld>

type Member = { actor: Actor; roles: readonly string[]; teams: readonly string[] }

/** The data of a mock: its events, the bytes that they name, and who there is. */
export function createWorld({
  username = 'mock',
  roles = ['administrator'],
  teams = [],
  people = [],
  boilerplate: given = [],
  now,
}: MockOptions) {
  const clock = () => now?.() ?? new Date()
  const memberOf = (name: string, given: Omit<Member, 'actor'>): Member => ({
    actor: { id: `mem_mock_${name}`, name, kind: 'person' },
    ...given,
  })
  const me = memberOf(username, { roles, teams })
  const members = [
    me,
    ...people.map(({ username: name, roles = [], teams = [] }) => memberOf(name, { roles, teams })),
  ]
  const engine = createEngine(me, clock)
  const held = rules.defaultProfile.roles.filter(({ name }) => roles.includes(name))
  const isAdministrator = held.some((role) => role.isAdministrator === true)
  /** Every version of boilerplate that was in force, oldest first. */
  const entries = [...rules.defaultProfile.boilerplate, ...given]
  const boilerplate = [...new Map(entries.map((entry) => [entry.name, entry])).values()]
  const files = new Map<string, MockFile>()
  const accesses: (Access & { caseId: string })[] = []
  const states = new Map<string, Partial<CaseState>>()

  return {
    ...engine,
    me,
    clock,
    files,
    states,
    profile: given.length > 0 ? { ...rules.defaultProfile, boilerplate } : rules.defaultProfile,
    entries,
    /** Those that a text may have taken, as a decision reads them. */
    taken: new Map(entries.map((entry) => [rules.entryKey(entry.name, entry.version), entry])),
    isAdministrator,
    /** What their roles allow to be done with issues and work products. */
    allowed: isAdministrator
      ? [...neededBy(rules.issues), ...neededBy(rules.workProducts), 'signForOthers' as const]
      : held.flatMap(({ may }) => may as rules.Action[]),
    caseIds: () => engine.log().flatMap(({ type, caseId }) => (type === 'case.opened' ? [caseId] : [])),

    /** The event that opened a case. */
    opening(caseId: string): Extract<Logged, { type: 'case.opened' }> {
      const event = engine.eventsOf(caseId).find(({ type }) => type === 'case.opened')
      if (event?.type !== 'case.opened') throw refusal('notFound', 'There is no case with this id.')
      return event
    },

    /** A command on a case that is there. */
    change<Command extends { type: string; caseId: string }, State>(
      decider: rules.Decider<Command, State>,
      command: NoInfer<Loose<Command>>,
    ): Logged[] {
      this.opening(command.caseId)
      return engine.execute(decider, command)
    },

    memberNamed(name: string): Member {
      const found = members.find(({ actor }) => actor.id === name || actor.name === name.toLowerCase())
      if (!found)
        throw refusal('invalid', `There is no member ${name.slice(0, 100)}: name one by id or username.`)
      return found
    },

    /** As callers see it. */
    shown({ subject: _, ...event }: Logged): PorticoEvent {
      return event as unknown as PorticoEvent
    },

    accessesOf: (caseId: string): Access[] =>
      accesses.filter((access) => access.caseId === caseId).map(({ caseId: _, ...access }) => access),

    downloaded(caseId: string, what: Access['what']) {
      const position = accesses.length + 1
      const { id, name } = me.actor
      const requestId = `mock_access_${position}`
      accesses.push({
        position,
        at: clock().toISOString(),
        member: { id, name, kind: 'person' },
        caseId,
        kind: 'download',
        what,
        requestId,
      })
    },

    /** Timers that are due go off, as they would by themselves. */
    passTime() {
      for (const caseId of this.caseIds()) {
        for (const { id: timerId, due } of engine.stateIn(rules.work, caseId).timers) {
          if (due === undefined || Date.parse(due) > clock().getTime()) continue
          engine.asTheService(rules.work, { type: 'fireTimer', caseId, timerId })
        }
      }
    },
  }
}

const neededBy = ({ needs }: Pick<rules.Decider<never, unknown>, 'needs'>) =>
  Object.values<rules.Action | null>(needs ?? {}).filter((action) => action !== null)

export const limitless = (signal: AbortSignal | undefined) => limitOf(signal, Number.POSITIVE_INFINITY)

/** Part of a list, behind `after`; `key` is what an item is known by. */
export function pageOf<Item, Name extends string>(
  name: Name,
  items: readonly Item[],
  key: (item: Item) => string | number,
  { after, limit = 50 }: { after?: unknown; limit?: unknown },
): Record<Name, Item[]> & { next?: string } {
  const start = after === undefined ? 0 : items.findIndex((item) => String(key(item)) === String(after)) + 1
  const shown = items.slice(start, start + Number(limit))
  const last = shown.at(-1)
  const hasMore = last !== undefined && start + shown.length < items.length
  const page = { [name]: shown, ...(hasMore ? { next: String(key(last)) } : {}) }
  return page as Record<Name, Item[]> & { next?: string }
}

export type CaseFacts = Omit<Case, 'documentCount' | 'pageCount' | 'text' | 'version'>
