import { Profile } from './profile.ts'
import { json, type Route } from './route.ts'
import { Sha256, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

export { BoilerplateEntry, Letter, MailType } from './profile/correspondence.ts'
export { Notification as NotificationRule } from './profile/notifications.ts'
export { Role as ProfileRole } from './profile/people.ts'
export { Report as ReportDefinition } from './profile/work.ts'
export { Profile, Rule as WorkflowRule, RuleStep, Standing, TaskType, Workflow } from './profile.ts'

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
      'workflows[0].rules[3].do[0].open names the task type draft, which does not exist; did you mean drafting?',
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

export const SaveProfile = Type.Object({ profile: Candidate, why: Why }, strict)
export const TryProfile = Type.Object({ profile: Candidate }, strict)
export const RestoreProfile = Type.Object({ why: Why }, strict)

const ProfileVersionsQuery = Type.Object({
  after: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, description: 'A version: only those before it' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
})

const ProfileChangesQuery = Type.Object({
  from: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2 ** 31 - 1,
      description: 'The version to compare with; the one before otherwise',
    }),
  ),
})

const ofVersion = Type.Object({
  number: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, description: 'The version', examples: [1] }),
})

const ifMatch =
  'With `If-Match`, the version in quotes that it was made from: 409 where there is a newer one.'

export const routes = {
  getProfile: {
    method: 'GET',
    path: '/profile',
    tag: 'Administration',
    audience: 'party',
    needs: 'token',
    summary: 'The words and rules in force',
    answers: { 200: json('The profile and its version', ProfileDetail) },
    errors: [401],
  },
  saveProfile: {
    method: 'PUT',
    path: '/profile',
    tag: 'Administration',
    audience: 'integration',
    needs: 'changeProfile',
    summary: 'Put another profile in force',
    description: `It is in force at once, for every command from then on; open work moves to where it belongs in the background. One that is wrong is refused with the places that are, and one that current work has no place in with what stands in the way. ${ifMatch}`,
    body: SaveProfile,
    bodyLimit: 8 * 1024 ** 2,
    answers: {
      200: json('The profile as saved; the one in force where it is the same', ProfileDetail),
    },
    errors: [400, 401, 403, 409, 413, 415, 422],
  },
  tryProfile: {
    method: 'POST',
    path: '/profile/trial',
    tag: 'Administration',
    audience: 'integration',
    needs: 'changeProfile',
    summary: 'What another profile would do, without putting it in force',
    description:
      'What is wrong with it and where, what it changes, which open tasks and cases would move, and what stands in its way.',
    body: TryProfile,
    bodyLimit: 8 * 1024 ** 2,
    answers: { 200: json('What it would do', ProfileTrial) },
    errors: [400, 401, 403, 413, 415],
  },
  listProfileVersions: {
    method: 'GET',
    path: '/profile/versions',
    tag: 'Administration',
    audience: 'integration',
    needs: 'changeProfile',
    summary: 'Who changed the profile, when and why, newest first',
    query: ProfileVersionsQuery,
    answers: { 200: json('The versions', ProfileVersionList) },
    errors: [400, 401, 403],
  },
  getProfileVersion: {
    method: 'GET',
    path: '/profile/versions/{number}',
    tag: 'Administration',
    audience: 'integration',
    needs: 'changeProfile',
    summary: 'The profile as it was',
    params: ofVersion,
    answers: { 200: json('The profile and its version', ProfileDetail) },
    errors: [400, 401, 403, 404],
  },
  getProfileChanges: {
    method: 'GET',
    path: '/profile/versions/{number}/changes',
    tag: 'Administration',
    audience: 'integration',
    needs: 'changeProfile',
    summary: 'What a version changed, against the one before or any other',
    params: ofVersion,
    query: ProfileChangesQuery,
    answers: { 200: json('The changes', ProfileChanges) },
    errors: [400, 401, 403, 404],
  },
  restoreProfile: {
    method: 'POST',
    path: '/profile/versions/{number}/restore',
    tag: 'Administration',
    audience: 'integration',
    needs: 'changeProfile',
    summary: 'Put an older profile in force again, as a new version',
    description: ifMatch,
    params: ofVersion,
    body: RestoreProfile,
    answers: { 200: json('The profile as saved', ProfileDetail) },
    errors: [400, 401, 403, 404, 409, 413, 415, 422],
  },
} as const satisfies Record<string, Route>
