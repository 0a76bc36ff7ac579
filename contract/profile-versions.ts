import Type, { type Static } from 'typebox'
import { BoilerplateEntry, Letter, MailType } from './profile/correspondence.ts'
import { Notification } from './profile/notifications.ts'
import { Role } from './profile/people.ts'
import { Report } from './profile/work.ts'
import * as profile from './profile.ts'
import { Sha256, Timestamp } from './text.ts'

const { Profile } = profile

const closed = { additionalProperties: false }
const count = Type.Integer({ minimum: 0 })
const anything = (description: string) => Type.Optional(Type.Unknown({ description }))

const Why = Type.String({
  minLength: 1,
  maxLength: 1000,
  description: 'Why it is changed, for whoever reads the history',
  examples: ['The hearings team has taken over changes of address.'],
})

/** Checked by the service itself, which names every place that is wrong. */
const Candidate = Type.Unsafe<Record<string, unknown>>(
  Type.Object({}, { description: 'A whole `Profile`', examples: [{}] }),
)

export const ProfileVersion = Type.Object({
  number: Type.Integer({ minimum: 1, examples: [4] }),
  sha256: { ...Sha256, description: 'Of the profile as canonical JSON' },
  source: Type.Union(
    [Type.Literal('default'), Type.Literal('file'), Type.Literal('api'), Type.Literal('restore')],
    { description: 'Came with the service, was provisioned from files, was saved, or is an older one again' },
  ),
  restoredFrom: Type.Optional(Type.Integer({ minimum: 1 })),
  why: Type.String(),
  createdBy: Type.String(),
  createdAt: Timestamp,
  applied: Type.Optional(
    Type.Object(
      { at: Timestamp, tasks: count, cases: count, advances: count },
      {
        description:
          'Since when current work is moved to where it belongs by now, and how much of it was; absent until then',
      },
    ),
  ),
})
export type ProfileVersion = Static<typeof ProfileVersion>

export const ProfileDetail = Type.Object({ version: ProfileVersion, profile: Profile })
export type ProfileDetail = Static<typeof ProfileDetail>

export const ProfileVersionList = Type.Object({
  versions: Type.Array(ProfileVersion, { description: 'Newest first' }),
  next: Type.Optional(Type.String({ description: 'Pass as `after` for what follows; absent at the end' })),
})

export const ProfileChange = Type.Object({
  place: Type.String({ examples: ['mailTypes[docketSwitch].routes'] }),
  kind: Type.Union([
    Type.Literal('added'),
    Type.Literal('removed'),
    Type.Literal('changed'),
    Type.Literal('reordered'),
  ]),
  before: anything('What was there'),
  after: anything('What is there'),
})
export type ProfileChange = Static<typeof ProfileChange>

export const ProfileChanges = Type.Object({
  from: Type.Integer({ minimum: 0, description: '0: nothing, which is before the first version' }),
  to: Type.Integer({ minimum: 1 }),
  changes: Type.Array(ProfileChange),
})

export const ProfileFault = Type.Object({
  place: Type.String({ examples: ['workflows[0].rules[3].do[0].open'] }),
  what: Type.String({
    description: 'A sentence',
    examples: [
      'workflows[0].rules[3].do[0].open names the task type draft, which there is not; drafting is near.',
    ],
  }),
})
export type ProfileFault = Static<typeof ProfileFault>

export const MovedTask = Type.Object({
  caseId: Type.String(),
  taskId: Type.String(),
  type: Type.String(),
  from: Type.String({ description: 'The team that has it' }),
  to: Type.String({ description: 'The team that would' }),
})
export type MovedTask = Static<typeof MovedTask>

export const MovedCase = Type.Object({
  caseId: Type.String(),
  from: Type.String(),
  to: Type.String(),
  partyFrom: Type.String(),
  partyTo: Type.String(),
})
export type MovedCase = Static<typeof MovedCase>

export const AdvancedCase = Type.Object({
  caseId: Type.String(),
  isAdvanced: Type.Boolean({ description: 'Whether it would be' }),
})
export type AdvancedCase = Static<typeof AdvancedCase>

export const ProfileBlocker = Type.Object({
  what: Type.String({
    description: 'A sentence',
    examples: ['12 open tasks are of the type docketSwitch, which would be gone.'],
  }),
  count,
  caseIds: Type.Array(Type.String(), { maxItems: 100, description: 'The first of them' }),
})
export type ProfileBlocker = Static<typeof ProfileBlocker>

const mostShown = 100

export const ProfileTrial = Type.Object({
  against: Type.Integer({ minimum: 1, description: 'The version in force' }),
  wouldApply: Type.Boolean({ description: 'It could be saved: there are no faults and no blockers' }),
  faults: Type.Array(ProfileFault, { maxItems: mostShown }),
  changes: Type.Array(ProfileChange, { maxItems: 1000 }),
  blockers: Type.Array(ProfileBlocker, { description: 'Current work that it has no place for' }),
  tasks: Type.Object(
    { count, first: Type.Array(MovedTask, { maxItems: mostShown }) },
    { description: 'Open tasks that would go to another team' },
  ),
  cases: Type.Object(
    { count, first: Type.Array(MovedCase, { maxItems: mostShown }) },
    { description: 'Cases that would be said to stand elsewhere' },
  ),
  advances: Type.Object(
    { count, first: Type.Array(AdvancedCase, { maxItems: mostShown }) },
    { description: 'Open cases that would be advanced for the age of a claimant, or no longer' },
  ),
})
export type ProfileTrial = Static<typeof ProfileTrial>

export const SaveProfile = Type.Object({ profile: Candidate, why: Why }, closed)
export const TryProfile = Type.Object({ profile: Candidate }, closed)
export const RestoreProfile = Type.Object({ why: Why }, closed)

export const ProfileVersionsQuery = Type.Object({
  after: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, description: 'A version: only those before it' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
})

export const ProfileChangesQuery = Type.Object({
  from: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2 ** 31 - 1,
      description: 'The version to compare with; the one before otherwise',
    }),
  ),
})

export const named = {
  Profile,
  TaskType: profile.TaskType,
  Workflow: profile.Workflow,
  WorkflowRule: profile.Rule,
  RuleStep: profile.RuleStep,
  Standing: profile.Standing,
  MailType,
  Letter,
  BoilerplateEntry,
  NotificationRule: Notification,
  ReportDefinition: Report,
  ProfileRole: Role,
  ProfileBlocker,
  ProfileChange,
  ProfileChanges,
  ProfileDetail,
  ProfileFault,
  ProfileTrial,
  ProfileVersion,
  ProfileVersionList,
  AdvancedCase,
  MovedCase,
  MovedTask,
  RestoreProfile,
  SaveProfile,
  TryProfile,
}
