import type {
  BoilerplateChanges,
  DraftBoilerplate,
  OfferedBoilerplate,
  TriedBoilerplate,
  TryBoilerplate,
  UntriedCondition,
} from '@portico/contract/boilerplate'
import type { DecisionPackage } from '@portico/contract/decision-package'
import type { Profile } from '@portico/contract/profile'
import type { BoilerplateEntry } from '@portico/contract/profile/boilerplate'
import { entryKey, referencesIn } from '../../core/decision/boilerplate.ts'
import { faultsOfValues, valuesOf } from '../../core/decision/boilerplate-values.ts'
import type { DecisionFacts } from '../../core/decision/facts.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { dayOf } from '../../core/time/moments.ts'
import { entryChanges } from '../../profile/boilerplate-changes.ts'
import { faultsOfEntry } from '../../profile/boilerplate-faults.ts'
import { sentenceOf } from '../../profile/check-profile.ts'
import { conditionsOf, offerOf, outcomesOf, tryEntry } from '../../profile/try-entry.ts'
import { listBoilerplateUses } from '../../projections/boilerplate-uses.ts'
import { findCaseAndHead } from '../../projections/cases.ts'
import { listCitations } from '../../projections/citations.ts'
import { listIssues } from '../../projections/issues.ts'
import { listParties } from '../../projections/parties.ts'
import {
  type BoilerplateAsked,
  type BoilerplateIndex,
  indexBoilerplate,
} from '../../search/boilerplate-index.ts'
import { listTrials, recordTrial, trialKey } from '../../store/boilerplate-trials.ts'
import { consistentRead } from '../../store/consistent-read.ts'
import type { Database, Queryable } from '../../store/db.ts'
import type { DraftTarget } from '../../store/draft-changes.ts'
import { listBoilerplateVersions } from '../../store/profile-versions.ts'
import type { ProfileFor } from '../engine/execute.ts'
import { readDraft } from './draft-text.ts'
import { takenEntries } from './taken-boilerplate.ts'

type Page = { after?: string | undefined; limit: number }

/** Who asks, as they would sign. */
type Asking = DecisionPackage['signature']

/** The boilerplate of the profile, as authors find, try and follow it. */
export function openBoilerplate({ db, profileFor }: { db: Database; profileFor: ProfileFor }) {
  const indexes = new WeakMap<readonly BoilerplateEntry[], BoilerplateIndex>()

  /** Made once for each version of the profile: its list is another one then. */
  const indexOf = ({ boilerplate }: Profile): BoilerplateIndex => {
    const index = indexes.get(boilerplate) ?? indexBoilerplate(boilerplate)
    indexes.set(boilerplate, index)
    return index
  }

  const versionsOf = async (entryId: string) => {
    const versions = await listBoilerplateVersions(db, entryId)
    if (versions.length === 0) throw new Refusal('notFound', 'There is no boilerplate of this name.')
    return versions
  }

  const entryOf = async (tx: Queryable, profile: Profile, entryId: string, version: number | undefined) => {
    const inForce = profile.boilerplate.find(({ name }) => name === entryId)
    if (inForce && (version === undefined || version === inForce.version)) return inForce
    const all = await listBoilerplateVersions(tx, entryId)
    const found = all.find((one) => version === undefined || one.version === version)
    if (!found) throw new Refusal('notFound', 'There is no such boilerplate.')
    return found.entry
  }

  return {
    async search(asked: BoilerplateAsked, { after, limit }: Page) {
      const index = indexOf(await profileFor(db))
      const found = index.find(asked)
      const { page, next } = pageOf(found, { after, limit })
      const entries = page.map((entry) => index.shown(entry, asked.q))
      return { entries, count: found.length, ...(next === undefined ? {} : { next }) }
    },

    /** What is offered on a case, with what its fields would begin with. */
    offers: (
      caseId: string,
      { issueId, q, place }: Pick<BoilerplateAsked, 'q' | 'place'> & { issueId?: string | undefined },
      { after, limit, signature }: Page & { signature: Asking },
    ) =>
      consistentRead(db, async (tx) => {
        const profile = await profileFor(tx)
        const facts = await caseFacts(tx, caseId, { profile, signature })
        const issue = issueIn(facts, issueId)
        const index = indexOf(profile)
        const asked = {
          q,
          place,
          ...(issue ? { issueType: issue.issueType, disposition: issue.decision?.disposition } : {}),
        }
        const isOffered = (entry: BoilerplateEntry) => offerOf(facts, entry, issueId)?.holds ?? true
        const { page, next } = pageOf(index.find(asked), { after, limit }, isOffered)
        const entries = page.map(
          (entry): OfferedBoilerplate => ({
            ...index.shown(entry, q),
            values: valuesOf(entry, undefined, facts, issueId),
          }),
        )
        return { entries, ...(next === undefined ? {} : { next }) }
      }),

    async find(entryId: string, version: number | undefined) {
      const [profile, versions] = await Promise.all([profileFor(db), versionsOf(entryId)])
      const entry = await entryOf(db, profile, entryId, version)
      return {
        entry,
        inForce: profile.boilerplate.find(({ name }) => name === entryId)?.version ?? null,
        versions: versions.map(({ version, since }) => ({ version, since: since.toISOString() })),
      }
    },

    async changes(entryId: string, from: number, to: number | undefined): Promise<BoilerplateChanges> {
      const profile = await profileFor(db)
      const [before, after] = await Promise.all([
        entryOf(db, profile, entryId, from),
        entryOf(db, profile, entryId, to),
      ])
      return { from, to: after.version, ...entryChanges(before, after) }
    },

    uses: (
      entry: Parameters<typeof listBoilerplateUses>[1],
      read: Parameters<typeof listBoilerplateUses>[2],
    ) => listBoilerplateUses(db, entry, read),

    async try(
      caseId: string,
      { entryId, version, entry: candidate, issueId, values }: TryBoilerplate,
      signature: Asking,
    ): Promise<TriedBoilerplate> {
      if ((entryId === undefined) === (candidate === undefined))
        throw new Refusal('invalid', 'The body must have entryId or entry, and not both.')
      const { entry, tried } = await consistentRead(db, async (tx) => {
        const profile = await profileFor(tx)
        const entry = candidate ?? (await entryOf(tx, profile, entryId as string, version))
        const faults = candidate ? faultsOfEntry('entry', candidate, profile) : []
        if (faults.length > 0) throw new Refusal('invalid', sentenceOf(faults))
        const facts = await caseFacts(tx, caseId, { profile, signature })
        issueIn(facts, issueId)
        const wrong = faultsOfValues(entry, values, facts.parties)
        if (wrong.length > 0) throw new Refusal('invalid', wrong.slice(0, 10).join(' '))
        return { entry, tried: tryEntry(facts, entry, { issueId, values }) }
      })
      if (!candidate) await recordTrial(db, outcomesOf(entry, tried), new Date(signature.at))
      return tried
    },

    async untried({
      entryId,
      after = 0,
      limit,
    }: {
      entryId?: string | undefined
      after?: number | undefined
      limit: number
    }) {
      const [{ boilerplate }, seen] = await Promise.all([profileFor(db), listTrials(db)])
      const all = boilerplate
        .filter(({ name }) => entryId === undefined || name === entryId)
        .flatMap(conditionsOf)
      const untried = all.flatMap((condition): UntriedCondition[] => {
        const missing = ([true, false] as const).filter(
          (holds) => !seen.has(trialKey({ ...condition, holds })),
        )
        return missing.length > 0
          ? [{ ...condition, missing: missing.map((holds) => `${holds}` as const) }]
          : []
      })
      const conditions = untried.slice(after, after + limit)
      const end = after + conditions.length
      return {
        conditions,
        count: untried.length,
        of: all.length,
        ...(end < untried.length ? { next: String(end) } : {}),
      }
    },

    /** The boilerplate of a draft, with what the library has changed since it was taken. */
    inDraft: (target: DraftTarget, now: Date): Promise<DraftBoilerplate[]> =>
      consistentRead(db, async (tx) => {
        const [profile, draft] = await Promise.all([profileFor(tx), readDraft(tx, target)])
        const placed = referencesIn(draft.text.content)
        const references = placed.map(({ reference }) => reference)
        const taken = await takenEntries(tx, references, profile)
        const parties = await listParties(tx, target.caseId, dayOf(now))
        const inForce = new Map(profile.boilerplate.map((entry) => [entry.name, entry]))
        return placed.map(({ reference, issueId }) => {
          const { id: blockId, entryId, version, edited, values } = reference
          const now = inForce.get(entryId)
          const was = now?.version === version ? now : taken.get(entryKey(entryId, version))
          const isOther = now !== undefined && was !== undefined && now.version !== version
          return {
            blockId,
            ...(issueId === undefined ? {} : { issueId }),
            entryId,
            version,
            inForce: now?.version ?? null,
            isEdited: edited !== undefined,
            ...(isOther
              ? { update: { ...entryChanges(was, now), faults: faultsOfValues(now, values, parties) } }
              : {}),
          }
        })
      }),
  }
}

export type Boilerplate = ReturnType<typeof openBoilerplate>

/** A case as a text on it would see it, without a text. */
async function caseFacts(
  tx: Queryable,
  caseId: string,
  { profile, signature }: { profile: Profile; signature: Asking },
): Promise<DecisionFacts> {
  const [found, { issues: all }, citations, parties] = await Promise.all([
    findCaseAndHead(tx, caseId),
    listIssues(tx, caseId),
    listCitations(tx, caseId),
    listParties(tx, caseId, signature.at.slice(0, 10)),
  ])
  if (!found) throw new Refusal('notFound', 'There is no case with this id.')
  const listed = all.filter(({ signedIn, status }) => status !== 'sentBack' && signedIn === undefined)
  return {
    case: found,
    words: profile,
    workProduct: {
      id: '',
      title: '',
      version: 1,
      contentSha256: '',
      draftedBy: signature.by,
      draftedAt: signature.at,
    },
    signature,
    content: { opening: [], issues: [], closing: [] },
    issues: listed.map((issue) => ({
      ...issue,
      evidence: citations.filter(({ issueId }) => issueId === issue.id).map(({ anchor }) => anchor),
    })),
    documents: [],
    versions: new Map(),
    parties,
    checks: new Map(),
    openComments: 0,
  }
}

function issueIn({ issues }: DecisionFacts, issueId: string | undefined) {
  const issue = issues.find(({ id }) => id === issueId)
  if (issueId !== undefined && !issue)
    throw new Refusal('invalid', `issueId must name an issue that is to be decided: ${issueId} is none.`)
  return issue
}

/** Those behind `after` that fit, and the name of the last where there are more. */
function pageOf(
  found: readonly BoilerplateEntry[],
  { after, limit }: Page,
  fits: (entry: BoilerplateEntry) => boolean = () => true,
): { page: BoilerplateEntry[]; next?: string } {
  const start = after === undefined ? 0 : found.findIndex(({ name }) => name === after) + 1
  if (after !== undefined && start === 0)
    throw new Refusal('invalid', 'after must be the next of the page before, with the same words.')
  const page: BoilerplateEntry[] = []
  for (const entry of found.slice(start)) {
    if (!fits(entry)) continue
    if (page.length === limit) return { page, next: page.at(-1)?.name as string }
    page.push(entry)
  }
  return { page }
}
