import type { Anchor, AnchorCheck } from '@portico/contract/anchors'
import type { DecisionPackage, ManifestEntry, PackageOverride } from '@portico/contract/decision-package'
import type { Party } from '@portico/contract/parties'
import type { Workflow } from '@portico/contract/profile'
import type { WorkProducts } from '@portico/contract/profile/work'
import type { WorkProductContent } from '@portico/contract/work-products'
import { canonicalJson } from '../kernel/chain.ts'
import type { Entry, Held } from './entry.ts'
import type { RemandState } from './remand-state.ts'

type Word = { name: string; label: string }

type Answered = 'refused' | 'warned'

/** The part of the profile about decisions. */
export type DecisionWords = {
  name: string
  label: string
  caseTypes: readonly Word[]
  issueTypes: readonly Word[]
  benefitTypes: readonly Word[]
  dispositions: readonly (Word & { needsEvidence?: boolean; afterDeath?: boolean; sendsBack?: boolean })[]
  reasonGroups: readonly { reasons: readonly Word[] }[]
  partyRoles: readonly {
    name: string
    isClaimant?: boolean
    isRepresentative?: boolean
    receivesDecision: boolean
  }[]
  taskTypes?: readonly (Word & { onlySigns?: readonly string[] })[]
  mailTypes?: readonly { taskType: string }[]
  workflows?: readonly Pick<Workflow, 'rules'>[]
  remands?: { unanswered: Answered; notSatisfied: Answered }
  workProducts: Omit<WorkProducts, 'release'>
  boilerplate: readonly Entry[]
}

export type DecisionIssue = {
  id: string
  issueType: string
  benefitType?: string
  scope?: string
  description?: string
  decision?: {
    disposition: string
    reasons: readonly { reason: string; timing?: string }[]
    instructions?: readonly { text: string; reason?: string }[]
    note?: string
    at: string
  }
  evidence: readonly Anchor[]
}

export type DecisionDocument = Pick<ManifestEntry, 'documentId' | 'version' | 'name' | 'startPage'> & {
  /** When this version of it came, in milliseconds: a case has thousands of them. */
  filedMs: number
  readBy: readonly unknown[]
}

export type DecisionParty = Pick<
  Party,
  'id' | 'role' | 'person' | 'organization' | 'contact' | 'representation' | 'conflicts'
> & { directory?: Pick<NonNullable<Party['directory']>, 'person'> }

/** Everything a signature depends on, read while the case is locked. */
export type DecisionFacts = {
  case: DecisionPackage['case']
  words: DecisionWords
  workProduct: DecisionPackage['workProduct']
  signature: DecisionPackage['signature']
  override?: DecisionPackage['override']
  /** All of the case. */
  overrides?: readonly (PackageOverride & { workProductId?: string })[]
  content: WorkProductContent
  issues: readonly DecisionIssue[]
  /** All that a signer may have to be warned of: those that came since drafting began, or that nobody has read. */
  documents: readonly DecisionDocument[]
  /** The name and first page of each cited version, by `versionKey`. */
  versions: ReadonlyMap<string, { name: string; startPage: number }>
  parties: readonly DecisionParty[]
  /** Of documents that are not for all who see the case: the parties whose side each is for. */
  readers?: ReadonlyMap<string, ReadonlySet<string>>
  /** By `anchorKey`. */
  checks: ReadonlyMap<string, AnchorCheck>
  openComments: number
  openProposals?: number
  /** Those whose work is here and that no signed decision has dealt with. */
  remands?: readonly Pick<RemandState, 'id' | 'kind' | 'issueIds' | 'instructions'>[]
  openTasks?: readonly { id: string; type: string }[]
  /** Entries of the library that the text has in another version than the one in force, by `entryKey`. */
  taken?: ReadonlyMap<string, Entry>
  /** Which conditions of boilerplate hold, by the ID of its block: one for each block of its entry. */
  held?: ReadonlyMap<string, readonly Held[]>
}

const anchorKeys = new WeakMap<Anchor, string>()

/** Equal for equal places. Cached per anchor, since each is needed several times. */
export function anchorKey(anchor: Anchor): string {
  const key = anchorKeys.get(anchor) ?? canonicalJson(anchor)
  anchorKeys.set(anchor, key)
  return key
}

export const versionKey = ({ documentId, version }: { documentId: string; version: number }) =>
  `${documentId} ${version}`

export function labelOf(words: readonly Word[], name: string): string {
  return words.find((word) => word.name === name)?.label ?? name
}

/** The issue as people name it. */
export function issueTitle({ issueTypes }: DecisionWords, issue: DecisionIssue): string {
  return issue.description || issue.scope || labelOf(issueTypes, issue.issueType)
}

export function sectionOf({ content }: DecisionFacts, issueId: string) {
  return content.issues.find((section) => section.issueId === issueId)?.content ?? []
}
