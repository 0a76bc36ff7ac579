import type {
  DraftBoilerplate,
  OfferedBoilerplate,
  TriedBoilerplate,
  TryBoilerplate,
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
import { offerOf, outcomesOf, tryEntry } from '../../profile/try-entry.ts'
import { findCaseAndHead } from '../../projections/cases.ts'
import { listCitations } from '../../projections/citations.ts'
import { listIssues } from '../../projections/issues.ts'
import { listParties } from '../../projections/parties.ts'
import type { BoilerplateAsked, BoilerplateIndex } from '../../search/boilerplate-index.ts'
import { recordTrial } from '../../store/boilerplate-trials.ts'
import { consistentRead } from '../../store/consistent-read.ts'
import type { Database, Queryable } from '../../store/db.ts'
import type { DraftTarget } from '../../store/draft-changes.ts'
import type { ProfileFor } from '../engine/execute.ts'
import { entryOf, type Page, pageOf } from './boilerplate-library.ts'
import { readDraft } from './draft-text.ts'
import { takenEntries } from './taken-boilerplate.ts'

/** Who asks, as they would sign. */
type Asking = DecisionPackage['signature']

/** Boilerplate on the facts of a case: what is offered, what an entry would say, and what a draft has of it. */
export function openBoilerplateOnCase({
  db,
  profileFor,
  indexOf,
}: {
  db: Database
  profileFor: ProfileFor
  indexOf: (profile: Profile) => BoilerplateIndex
}) {
  return {
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
