import * as rules from '../generated/rules.js'
import type {
  BoilerplateDetail,
  BoilerplateEntry,
  DraftBoilerplate,
  UntriedCondition,
  WorkProductContent,
  WorkProductSummary,
} from '../generated/types.ts'
import { refusal } from './engine.ts'
import { type Handlers, pageOf, type World } from './world.ts'

type Facts = rules.DecisionFacts
type Of = {
  /** A case as a text on it would see it. */
  factsOf: (caseId: string) => Facts
  /** Its work products, with the text as of their last version. */
  productsOf: (caseId: string) => { summary: WorkProductSummary; content: WorkProductContent }[]
  textOf: (caseId: string, workProductId: string) => WorkProductContent
}
type Tried = { entryId: string; version: number; condition: string; holds: boolean }

/** The boilerplate of the profile, in all its versions. */
export function boilerplateHandlers(world: World, { factsOf, productsOf, textOf }: Of): Handlers {
  const library = world.profile.boilerplate
  const index = rules.indexBoilerplate(library)
  const seen = new Set<string>()
  const since = world.clock().toISOString()
  /** Newest first. */
  const versionsOf = (entryId: string) => world.entries.filter(({ name }) => name === entryId).toReversed()
  const keyOf = ({ entryId, version, condition, holds }: Tried) =>
    JSON.stringify([entryId, version, condition, holds])

  function entryOf(entryId: string, version?: number): BoilerplateEntry {
    const entry = versionsOf(entryId).find((one) => version === undefined || one.version === version)
    if (!entry) throw refusal('notFound', 'There is no such boilerplate.')
    return entry
  }
  function issueIn({ issues }: Facts, issueId: string | undefined) {
    const issue = issues.find(({ id }) => id === issueId)
    if (issueId !== undefined && !issue)
      throw refusal('invalid', `issueId must name an issue that is to be decided: ${issueId} is none.`)
    return issue
  }
  const placedIn = (content: WorkProductContent) => rules.referencesIn(content)

  return {
    searchBoilerplate(_, { after, limit, ...asked }) {
      const found = index.find(asked)
      const shown = found.map((entry) => index.shown(entry, asked.q))
      const page = pageOf('entries', shown, ({ entryId }) => entryId, { after, limit: limit ?? 20 })
      return { ...page, count: found.length }
    },
    offerBoilerplate({ caseId }, { after, limit, issueId, q, place }) {
      const facts = factsOf(caseId)
      const issue = issueIn(facts, issueId)
      const asked = { q, place, issueType: issue?.issueType, disposition: issue?.decision?.disposition }
      const offered = index
        .find(asked)
        .filter((entry) => rules.offerOf(facts, entry, issueId)?.holds ?? true)
        .map((entry) => ({
          ...index.shown(entry, q),
          values: rules.valuesOf(entry, undefined, facts, issueId),
        }))
      return pageOf('entries', offered, ({ entryId }) => entryId, { after, limit: limit ?? 20 })
    },
    getBoilerplate({ entryId }, { version }): BoilerplateDetail {
      const versions = versionsOf(entryId)
      if (!versions[0]) throw refusal('notFound', 'There is no boilerplate of this name.')
      return {
        entry: entryOf(entryId, version),
        inForce: versions[0].version,
        versions: versions.map((one) => ({ version: one.version, since })),
      }
    },
    getBoilerplateChanges({ entryId }, { from, to }) {
      const before = entryOf(entryId, Number(from))
      const after = entryOf(entryId, to === undefined ? undefined : Number(to))
      return { from: before.version, to: after.version, ...rules.entryChanges(before, after) }
    },
    listBoilerplateUses({ entryId }, { version, after, limit }) {
      const uses = world.caseIds().flatMap((caseId) =>
        productsOf(caseId).flatMap(({ summary, content }) => {
          const all = placedIn(content).map(({ reference }) => reference)
          const here = all.filter((one) => one.entryId === entryId)
          const numbers = [...new Set(here.map((one) => one.version))].sort((a, b) => b - a)
          const versions = numbers
            .filter((number) => version === undefined || number === version)
            .map((number) => {
              const same = here.filter((one) => one.version === number)
              const edited = same.filter((one) => one.edited !== undefined).length
              return { version: number, count: same.length, edited }
            })
          if (versions.length === 0) return []
          const { docketNumber } = factsOf(caseId).case
          const signed = summary.signed?.at
          return [
            {
              ...{ caseId, docketNumber, workProductId: summary.id, status: summary.status },
              saved: summary.saved.at,
              ...(signed === undefined ? {} : { signed }),
              versions,
            },
          ]
        }),
      )
      uses.sort((a, b) => (a.saved < b.saved ? 1 : -1))
      return pageOf('uses', uses, ({ workProductId }) => workProductId, { after, limit: limit ?? 50 })
    },
    tryBoilerplate({ caseId, body: { entryId, version, entry: candidate, issueId, values } }) {
      if ((entryId === undefined) === (candidate === undefined))
        throw refusal('invalid', 'The body must have entryId or entry, and not both.')
      const entry = candidate ?? entryOf(entryId as string, version)
      const faults = candidate ? rules.faultsOfEntry('entry', candidate, world.profile) : []
      if (faults.length > 0) throw refusal('invalid', faults.map(({ what }) => what).join(' '))
      const facts = factsOf(caseId)
      issueIn(facts, issueId)
      const wrong = rules.faultsOfValues(entry, values, facts.parties)
      if (wrong.length > 0) throw refusal('invalid', wrong.slice(0, 10).join(' '))
      const tried = rules.tryEntry(facts, entry, { issueId, values })
      if (!candidate) for (const outcome of rules.outcomesOf(entry, tried)) seen.add(keyOf(outcome))
      return tried
    },
    listUntriedConditions(_, { entryId, after = 0, limit = 200 }) {
      const all = library
        .filter(({ name }) => entryId === undefined || name === entryId)
        .flatMap((entry) => rules.conditionsOf(entry))
      const untried = all.flatMap((condition): UntriedCondition[] => {
        const missing = ([true, false] as const).filter((holds) => !seen.has(keyOf({ ...condition, holds })))
        return missing.length > 0
          ? [{ ...condition, missing: missing.map((holds) => `${holds}` as const) }]
          : []
      })
      const start = Number(after)
      const conditions = untried.slice(start, start + Number(limit))
      const end = start + conditions.length
      const next = end < untried.length ? { next: String(end) } : {}
      return { conditions, count: untried.length, of: all.length, ...next }
    },
    listDraftBoilerplate({ caseId, workProductId }): DraftBoilerplate[] {
      return placedIn(textOf(caseId, workProductId)).map(({ reference, issueId }) => {
        const { id: blockId, entryId, version, edited, values } = reference
        const [now] = versionsOf(entryId)
        const was = versionsOf(entryId).find((one) => one.version === version)
        const { parties } = factsOf(caseId)
        return {
          blockId,
          ...(issueId === undefined ? {} : { issueId }),
          ...{ entryId, version, inForce: now?.version ?? null, isEdited: edited !== undefined },
          ...(now && was && now.version !== version
            ? {
                update: {
                  ...rules.entryChanges(was, now),
                  faults: rules.faultsOfValues(now, values, parties),
                },
              }
            : {}),
        }
      })
    },
  }
}
