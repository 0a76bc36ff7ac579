import type { Reader } from '../../core/file/reader.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { dayOf } from '../../core/time/moments.ts'
import { stateBeforeWork } from '../../core/work/case-state.ts'
import { workflowOf } from '../../core/work/draft.ts'
import {
  type CaseCursor,
  type CaseFilter,
  type CaseOrder,
  countCases,
  listCases,
  type Sight,
} from '../../projections/case-list.ts'
import { asCaseState, findStanding, partyStatusSince, type Standing } from '../../projections/case-work.ts'
import { appealPages, asAppeal, findCase } from '../../projections/cases.ts'
import { listWorkProducts } from '../../projections/work-products.ts'
import { versionAsOf } from '../../store/events/history.ts'
import { positionOf } from '../../store/events/positions.ts'
import { rememberByVersion } from '../by-version.ts'
import type { Desk } from '../desk.ts'
import { caseStateAsOf } from '../work/case-state-as-of.ts'
import { explain } from '../work/explain.ts'

export type { CaseCursor }
export type AsOf = { position?: number; time?: Date }

export type Cases = ReturnType<typeof openCases>

const mostStandings = 5000

/** The list of cases, and one of them: its facts, and where it stands. */
export function openCases({ db, profileFor, clock }: Pick<Desk, 'db' | 'profileFor' | 'clock'>) {
  const standings = rememberByVersion<Standing | undefined>(mostStandings)
  const today = () => dayOf(clock())

  const find = async (caseId: string, { concealed }: Pick<Reader, 'concealed'> = {}) => {
    const facts = await findCase(db, caseId, concealed)
    if (!facts) throw new Refusal('notFound', 'There is no case with this id.')
    return facts
  }

  return {
    find,

    list: (filter: CaseFilter, read: { sight: Sight; order: CaseOrder; after?: CaseCursor; limit: number }) =>
      listCases(db, filter, { ...read, today: today() }),

    count: (filter: CaseFilter, read: { sight: Sight; barred: readonly string[]; most: number }) =>
      countCases(db, filter, { ...read, today: today() }),

    async appeal(caseId: string, reader: Pick<Reader, 'concealed'>) {
      const facts = await find(caseId, reader)
      return { appeal: asAppeal(facts), documentCount: facts.documentCount }
    },

    appealPages: (sight: Sight) => appealPages(db, { sight, today: today() }),

    /** A caller that passes the version of the case may get the cached state. */
    async state(caseId: string, now: Date, asOf?: AsOf, seenVersion?: number) {
      if (!asOf) {
        const read = () => findStanding(db, caseId)
        const standing = await (seenVersion ? standings(caseId, seenVersion, read) : read())
        if (standing) return asCaseState(standing, { now, profile: await profileFor(db) })
      }
      const facts = await find(caseId)
      const then = asOf && (await versionAsOf(db, caseId, asOf))
      if (asOf && !then) throw new Refusal('notFound', 'The case was not open yet at that point.')
      const at = asOf ? (asOf.time ?? new Date(then?.at ?? now)) : now
      const version = then?.version ?? facts.version
      const context = { profile: await profileFor(db) }
      const state = then && (await caseStateAsOf(db, { caseId, version, at, ...context }))
      return state ?? stateBeforeWork(workflowOf(context, facts.caseType), { ...facts, version }, at)
    },

    partyStatusSince: (caseId: string, version: number) => partyStatusSince(db, caseId, version),

    /** The position of the first signature in force that is not released. */
    async unreleasedSince(caseId: string) {
      const products = await listWorkProducts(db, caseId)
      const waiting = products.filter(({ status, released }) => status === 'signed' && !released)
      const first = waiting.at(-1)?.signedSequence
      return first === undefined ? undefined : positionOf(db, caseId, first)
    },

    explain: async (caseId: string) => explain(db, caseId, await profileFor(db)),
  }
}
