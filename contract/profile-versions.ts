import { limit, next } from './paging.ts'
import { Profile } from './profile.ts'
import { json, type Row } from './route.ts'
import { sample } from './sample.ts'
import { nonBlank, oneOf, Sha256, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

export { BoilerplateBlock, BoilerplateEntry, BoilerplateField } from './profile/boilerplate.ts'
export { Letter, Letterhead, MailType } from './profile/correspondence.ts'
export { BoardDeadlines, HolidayCalendar, StandingTimer } from './profile/deadlines.ts'
export { Length as DeadlineLength } from './profile/length.ts'
export { Notification as NotificationRule } from './profile/notifications.ts'
export { Role as ProfileRole } from './profile/people.ts'
export { Occasion as EventMatch } from './profile/steps.ts'
export { Report as ReportDefinition } from './profile/work.ts'
export { Profile, Rule as WorkflowRule, RuleStep, Standing, TaskType, Workflow } from './profile.ts'

const count = Type.Integer({ minimum: 0 })
const anything = (description: string) => Type.Optional(Type.Unknown({ description }))

const Why = nonBlank(1000, {
  description: 'Why the profile is changed; shown in its history',
  examples: ['The hearings team has taken over changes of address.'],
})

/** Checked by the service itself, which names every place that is wrong. */
const Candidate = Type.Unsafe<Record<string, unknown>>(
  Type.Object({}, { description: 'A complete `Profile`', examples: [{}] }),
)

export const ProfileVersion = Type.Object({
  number: Type.Integer({ minimum: 1, examples: [4] }),
  sha256: { ...Sha256, description: 'SHA-256 of the canonical JSON of the profile' },
  source: oneOf(['default', 'file', 'api', 'restore'], {
    description:
      'Whether it came with the service, was provisioned from files, was saved, or restores an older version',
  }),
  restoredFrom: Type.Optional(Type.Integer({ minimum: 1 })),
  why: Type.String(),
  createdBy: Type.String(),
  createdAt: Timestamp,
  applied: Type.Optional(
    Type.Object(
      { at: Timestamp, tasks: count, cases: count, advances: count },
      {
        description: 'When open work was moved to match the profile, and how much; absent until then',
      },
    ),
  ),
})
export type ProfileVersion = Static<typeof ProfileVersion>

export const ProfileDetail = Type.Object({ version: ProfileVersion, profile: Profile })
export type ProfileDetail = Static<typeof ProfileDetail>

export const ProfileVersionList = Type.Object({
  versions: Type.Array(ProfileVersion, { description: 'Newest first' }),
  next,
})

export const ProfileChange = Type.Object({
  place: Type.String({ examples: ['mailTypes[docketSwitch].routes'] }),
  kind: oneOf(['added', 'removed', 'changed', 'reordered']),
  before: anything('The previous value'),
  after: anything('The new value'),
})
export type ProfileChange = Static<typeof ProfileChange>

export const ProfileChanges = Type.Object({
  from: Type.Integer({ minimum: 0, description: '0 stands for the empty profile before the first version' }),
  to: Type.Integer({ minimum: 1 }),
  changes: Type.Array(ProfileChange),
})

export const ProfileFault = Type.Object({
  place: Type.String({ examples: ['workflows[0].rules[3].do[0].open'] }),
  what: Type.String({
    description: 'The fault as a sentence',
    examples: [
      'workflows[0].rules[3].do[0].open names the task type draft, which does not exist; did you mean drafting?',
    ],
  }),
})

export const MovedTask = Type.Object({
  caseId: Type.String(),
  taskId: Type.String(),
  type: Type.String(),
  from: Type.String({ description: 'The current team' }),
  to: Type.String({ description: 'The team it would move to' }),
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
  isAdvanced: Type.Boolean({ description: 'Whether the case would be advanced' }),
})
export type AdvancedCase = Static<typeof AdvancedCase>

export const ProfileBlocker = Type.Object({
  what: Type.String({
    description: 'The blocker as a sentence',
    examples: ['12 open tasks are of the type docketSwitch, which would be gone.'],
  }),
  count,
  caseIds: Type.Array(Type.String(), { maxItems: 100, description: 'The first hundred' }),
})
export type ProfileBlocker = Static<typeof ProfileBlocker>

const mostShown = 100

export const ProfileTrial = Type.Object({
  against: Type.Integer({ minimum: 1, description: 'The version in force' }),
  wouldApply: Type.Boolean({ description: 'Whether it could be saved: there are no faults and no blockers' }),
  faults: Type.Array(ProfileFault, { maxItems: mostShown }),
  changes: Type.Array(ProfileChange, { maxItems: 1000 }),
  blockers: Type.Array(ProfileBlocker, { description: 'Open work that has no place in the new profile' }),
  tasks: Type.Object(
    { count, first: Type.Array(MovedTask, { maxItems: mostShown }) },
    { description: 'Open tasks that would move to another team' },
  ),
  cases: Type.Object(
    { count, first: Type.Array(MovedCase, { maxItems: mostShown }) },
    { description: 'Cases whose status would change' },
  ),
  advances: Type.Object(
    { count, first: Type.Array(AdvancedCase, { maxItems: mostShown }) },
    { description: 'Open cases that would become, or cease to be, advanced because of age' },
  ),
})
export type ProfileTrial = Static<typeof ProfileTrial>

export const SaveProfile = Type.Object({ profile: Candidate, why: Why }, strict)
export const TryProfile = Type.Object({ profile: Candidate }, strict)
export const RestoreProfile = Type.Object({ why: Why }, strict)

const ProfileVersionsQuery = Type.Object({
  after: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, description: 'Return only versions before this one' }),
  ),
  limit: limit(200, 50),
})

const ProfileChangesQuery = Type.Object({
  from: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2 ** 31 - 1,
      description: 'The version to compare with; defaults to the previous one',
    }),
  ),
})

const ofVersion = Type.Object({
  number: Type.Integer({
    minimum: 1,
    maximum: 2 ** 31 - 1,
    description: 'The number of the version',
    examples: [1],
  }),
})

const fields = (description: string) =>
  Type.Array(Type.String({ examples: ['case.docketNumber'] }), { description })

export const TemplateFields = Type.Object({
  letters: fields('Of letters; one without a value on a case keeps the letter from being composed'),
  notifications: fields('Of every notification'),
  byEvent: Type.Array(
    Type.Object({ event: Type.String({ examples: ['task.assigned'] }), fields: fields('Further fields') }),
    { description: 'Every event that somebody can be notified of, and what more its notifications may name' },
  ),
  digest: fields('Of the daily message'),
})
export type TemplateFields = Static<typeof TemplateFields>

const ifMatch =
  'Send `If-Match` with the version you started from, in quotes, to get 409 if there is a newer one.'

export const tag = 'Profile'

export const routes = {
  getProfile: {
    method: 'GET',
    path: '/profile',
    audience: 'party',
    needs: 'token',
    summary: 'Get the profile in force',
    answers: { 200: json('The profile and its version', ProfileDetail) },
    errors: [401],
    servedBy: { call: ['profiles.current'] },
    sdk: {
      call: 'client.profile.get',
      about: 'Get the profile in force and its version.',
      example: sample`
        const { version, profile } = await client.profile.get()
        console.log(version.number, profile.teams.map(({ label }) => label))
      `,
    },
  },
  saveProfile: {
    method: 'PUT',
    path: '/profile',
    audience: 'integration',
    needs: 'changeProfile',
    summary: 'Replace the profile',
    description: `Takes effect at once for every later command; open work is moved in the background. An invalid profile is refused with its faults, and one that has no place for open work is refused with the blockers. ${ifMatch}`,
    body: SaveProfile,
    bodyLimit: 8 * 1024 ** 2,
    answers: {
      200: json('The saved profile; the current one if nothing changed', ProfileDetail),
    },
    sdk: {
      call: 'client.profile.save',
      takes: ['profile', 'why'],
      about:
        'Put another profile in force. Fails with `stateForbids` if it is invalid or has no place for current work.',
      example: sample`
        const { version, profile } = await client.profile.get()
        const renamed = { ...profile, label: 'Board of appeals' }
        const saved = await client.profile.save(renamed, 'The board has a new name.', { ifMatch: version.number })
        console.log(saved.version.number)
      `,
    },
  },
  tryProfile: {
    method: 'POST',
    path: '/profile/trial',
    audience: 'integration',
    needs: 'changeProfile',
    summary: 'Preview a profile without putting it in force',
    description:
      'Returns its faults, its changes, the open tasks and cases that would move, and what prevents it from being saved.',
    body: TryProfile,
    bodyLimit: 8 * 1024 ** 2,
    answers: { 200: json('The effects of the profile', ProfileTrial) },
    errors: [400, 401, 403, 413, 415],
    servedBy: { call: ['tryProfile', 'body.profile'] },
    sdk: {
      call: 'client.profile.try',
      takes: ['profile'],
      about:
        'Try a profile without putting it in force: its faults, the open tasks and cases that would move, and what blocks it.',
      example: sample`
        const { profile } = await client.profile.get()
        const { wouldApply, faults, tasks } = await client.profile.try({ ...profile, label: 'Board of appeals' })
        console.log(wouldApply, faults.map(({ what }) => what), tasks.count)
      `,
    },
  },
  getTemplateFields: {
    method: 'GET',
    path: '/profile/fields',
    audience: 'integration',
    needs: 'changeProfile',
    summary: 'List the fields that letters and notifications may name',
    answers: { 200: json('The fields', TemplateFields) },
    errors: [401, 403],
    servedBy: { call: ['profiles.templateFields'] },
    sdk: {
      call: 'client.profile.fields',
      example: sample`
        const { letters, byEvent } = await client.profile.fields()
        console.log(letters, byEvent.find(({ event }) => event === 'task.assigned')?.fields)
      `,
    },
  },
  listProfileVersions: {
    method: 'GET',
    path: '/profile/versions',
    audience: 'integration',
    needs: 'changeProfile',
    summary: 'List the versions of the profile, newest first',
    query: ProfileVersionsQuery,
    answers: { 200: json('The versions', ProfileVersionList) },
    sdk: {
      call: 'client.profile.versions',
      example: sample`
        for await (const { number, createdBy, why } of client.profile.versions()) {
          console.log(number, createdBy, why)
        }
      `,
    },
  },
  getProfileVersion: {
    method: 'GET',
    path: '/profile/versions/{number}',
    audience: 'integration',
    needs: 'changeProfile',
    summary: 'Get a version of the profile',
    params: ofVersion,
    answers: { 200: json('The profile and its version', ProfileDetail) },
    servedBy: { call: ['profiles.version', 'number'] },
    sdk: {
      call: 'client.profile.version',
      example: sample`
        const { version, profile } = await client.profile.version(1)
        console.log(version.createdAt, profile.label)
      `,
    },
  },
  getProfileChanges: {
    method: 'GET',
    path: '/profile/versions/{number}/changes',
    audience: 'integration',
    needs: 'changeProfile',
    summary: 'Compare a version with the previous one, or with any other',
    params: ofVersion,
    query: ProfileChangesQuery,
    answers: { 200: json('The changes', ProfileChanges) },
    servedBy: { call: ['profiles.changes', 'number', 'query.from'] },
    sdk: {
      call: 'client.profile.changes',
      example: sample`
        const { changes } = await client.profile.changes(1, { from: 1 })
        for (const { place, kind } of changes) console.log(place, kind)
      `,
    },
  },
  restoreProfile: {
    method: 'POST',
    path: '/profile/versions/{number}/restore',
    audience: 'integration',
    needs: 'changeProfile',
    summary: 'Restore an older profile as a new version',
    description: ifMatch,
    params: ofVersion,
    body: RestoreProfile,
    answers: { 200: json('The saved profile', ProfileDetail) },
    sdk: {
      call: 'client.profile.restore',
      takes: ['why'],
      about: 'Put an earlier profile in force again, as a new version.',
      example: sample`
        const { version } = await client.profile.restore(1, 'Back to how it was.')
        console.log(version.restoredFrom)
      `,
    },
  },
} as const satisfies Record<string, Row>
