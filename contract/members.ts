import { done, json, type Route, write } from './route.ts'
import { strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const name = (description: string, maxLength: number, ...examples: string[]) =>
  Type.String({ minLength: 1, maxLength, description, ...(examples.length ? { examples } : {}) })
const words = (description: string, example: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    maxItems: 100,
    description,
    examples: [[example]],
  })

const roles = words('Roles of the profile', 'drafter')
const teams = words('Teams of the profile', 'drafters')
const clearance = Type.Integer({
  minimum: 0,
  maximum: 9,
  description: 'They see cases up to this sensitivity',
  examples: [3],
})

const who = {
  id: Type.String({ examples: ['mem_01kbr2n4d0e8t6v1w3x5z7a9c2'] }),
  username: Type.String(),
  displayName: Type.String(),
  roles,
  teams,
}

export const Me = Type.Object({
  ...who,
  clearance,
  actions: Type.Array(Type.String(), {
    description: 'What your roles allow, to the service or to some case',
    examples: [['readCases', 'tag']],
  }),
})
export const MeDetail = Type.Object({ me: Me })

export const Member = Type.Object({
  ...who,
  email: Type.Optional(Type.String()),
  clearance,
  isActive: Type.Boolean({ description: 'May act here; false once deactivated' }),
  createdAt: Timestamp,
})
export const MemberDetail = Type.Object({ member: Member })
export const MemberPage = Type.Object({
  members: Type.Array(Member),
  next: Type.Optional(Type.String({ description: 'Pass as `after` for what follows; absent at the end' })),
})

const page = {
  after: Type.Optional(Type.String({ maxLength: 200, description: 'The `next` of the page before' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
}
const MembersQuery = Type.Object(page)

export const ChangeMember = Type.Object(
  {
    displayName: Type.Optional(name('The name that people see', 200, 'Ada Byron')),
    roles: Type.Optional(roles),
    teams: Type.Optional(teams),
    clearance: Type.Optional(clearance),
  },
  { ...strict, minProperties: 1, description: 'What is left out stays as it is' },
)

export const MemberChange = Type.Object({
  position: Type.Integer({ minimum: 1 }),
  at: Timestamp,
  memberId: Type.String(),
  username: Type.String(),
  by: Type.Object({ id: Type.String(), name: Type.String() }),
  change: Type.Object(
    { kind: Type.String({ examples: ['roles'] }) },
    { additionalProperties: true, description: 'What was changed, from what to what' },
  ),
})
export const MemberChangePage = Type.Object({
  changes: Type.Array(MemberChange),
  next: Type.Optional(Type.String({ description: 'Pass as `after` for what follows; absent at the end' })),
})
const MemberChangesQuery = Type.Object({
  after: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
})

export const Team = Type.Object({
  name: Type.String({ examples: ['drafters'] }),
  label: Type.String(),
  members: Type.Array(
    Type.Object({ id: Type.String(), username: Type.String(), displayName: Type.String() }),
  ),
})
export const TeamList = Type.Object({ teams: Type.Array(Team) })

export const NewInvitation = Type.Object(
  {
    email: Type.String({ format: 'email', maxLength: 254, examples: ['ada@example.org'] }),
    username: Type.Optional(name('What they sign in with; the address, unless given', 100, 'ada')),
    displayName: Type.Optional(name('The name that people see', 200, 'Ada Byron')),
    roles,
    teams: Type.Optional(teams),
    clearance: Type.Optional(clearance),
  },
  strict,
)
export const Invited = Type.Object({
  link: Type.String({ description: 'Sets the password, once. It is told here only' }),
  expiresAt: Timestamp,
  member: Member,
})
export const Invitation = Type.Object({
  id: Type.String(),
  memberId: Type.String(),
  username: Type.String(),
  email: Type.Optional(Type.String()),
  createdAt: Timestamp,
  expiresAt: Timestamp,
})
export const InvitationList = Type.Object({ invitations: Type.Array(Invitation) })

export const Person = Type.Object(who)
export const DirectoryPage = Type.Object({
  people: Type.Array(Person),
  next: Type.Optional(Type.String({ description: 'Pass as `after` for what follows; absent at the end' })),
})
const DirectoryQuery = Type.Object({
  text: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'A part of the name or username' }),
  ),
  role: Type.Optional(Type.String({ maxLength: 100, description: 'Only those who have it' })),
  team: Type.Optional(Type.String({ maxLength: 100, description: 'Only those who are in it' })),
  ...page,
})

export type Member = Static<typeof Member>

const ofMember = Type.Object({ id: Type.String({ description: 'The member' }) })
const ofInvitation = Type.Object({ id: Type.String({ description: 'The invitation' }) })

export const routes = {
  getMe: {
    method: 'GET',
    path: '/me',
    tag: 'Sign-in',
    audience: 'party',
    needs: 'token',
    summary: 'Who you are here: roles, teams, clearance, and what they allow',
    answers: { 200: json('You', MeDetail) },
    errors: [401],
  },
  listDirectory: {
    method: 'GET',
    path: '/directory',
    tag: 'Work',
    audience: 'integration',
    needs: ['workTasks', 'distributeCases', 'grantAccess', 'administer'],
    summary: 'Who can be picked: those who may act here, by username',
    description: 'For those who give work or access to others.',
    query: DirectoryQuery,
    answers: { 200: json('A page of people', DirectoryPage) },
    errors: [400, 401, 403],
  },
  listMembers: {
    method: 'GET',
    path: '/members',
    tag: 'Administration',
    audience: 'staff',
    needs: 'administer',
    summary: 'Everyone who may act here, or might once, by username',
    query: MembersQuery,
    answers: { 200: json('A page of members', MemberPage) },
    errors: [400, 401, 403],
  },
  getMember: {
    method: 'GET',
    path: '/members/{id}',
    tag: 'Administration',
    audience: 'staff',
    needs: 'administer',
    summary: 'One member',
    params: ofMember,
    answers: { 200: json('The member', MemberDetail) },
    errors: [401, 403, 404],
  },
  changeMember: {
    method: 'PATCH',
    path: '/members/{id}',
    tag: 'Administration',
    audience: 'staff',
    needs: 'administer',
    summary: 'Change roles, teams, clearance or name: all of it, or none',
    description:
      'It holds from their next request on, and leaves a change with who made it. Nobody gives a clearance above their own, and the last administrator who can sign in stays one.',
    params: ofMember,
    body: ChangeMember,
    answers: { 200: json('The member', MemberDetail) },
    errors: write,
  },
  deactivateMember: {
    method: 'DELETE',
    path: '/members/{id}',
    tag: 'Administration',
    audience: 'staff',
    needs: 'administer',
    summary: 'Move what a member has to their teams, and shut them out; nothing of them is deleted',
    params: ofMember,
    answers: { 204: done },
    errors: [401, 403, 404, 409, 422],
  },
  reactivateMember: {
    method: 'POST',
    path: '/members/{id}/reactivate',
    tag: 'Administration',
    audience: 'staff',
    needs: 'administer',
    summary: 'Let a member in again',
    params: ofMember,
    answers: { 200: json('The member', MemberDetail) },
    errors: [401, 403, 404],
  },
  listMemberChanges: {
    method: 'GET',
    path: '/members/{id}/changes',
    tag: 'Administration',
    audience: 'staff',
    needs: 'administer',
    summary: 'What was changed about a member, by whom and when, the first change first',
    params: ofMember,
    query: MemberChangesQuery,
    answers: { 200: json('A page of changes', MemberChangePage) },
    errors: [400, 401, 403, 404],
  },
  inviteAgain: {
    method: 'POST',
    path: '/members/{id}/invitation',
    tag: 'Administration',
    audience: 'staff',
    needs: 'administer',
    summary: 'A new link for a lost one or a forgotten password; the one before stops working',
    params: ofMember,
    answers: { 201: json('The link', Invited) },
    errors: [401, 403, 404],
  },
  listTeams: {
    method: 'GET',
    path: '/teams',
    tag: 'Administration',
    audience: 'staff',
    needs: 'administer',
    summary: 'The teams of the profile, and who is in each',
    answers: { 200: json('The teams', TeamList) },
    errors: [401, 403],
  },
  listInvitations: {
    method: 'GET',
    path: '/invitations',
    tag: 'Administration',
    audience: 'staff',
    needs: 'administer',
    summary: 'Invitations that are open, the first first',
    answers: { 200: json('The invitations', InvitationList) },
    errors: [401, 403],
  },
  inviteMember: {
    method: 'POST',
    path: '/invitations',
    tag: 'Administration',
    audience: 'staff',
    needs: 'administer',
    summary: 'Invite a person: the answer has a link that sets their password, once',
    body: NewInvitation,
    answers: { 201: json('The link, and the new member', Invited) },
    errors: [400, 401, 403, 409, 413, 415],
  },
  withdrawInvitation: {
    method: 'DELETE',
    path: '/invitations/{id}',
    tag: 'Administration',
    audience: 'staff',
    needs: 'administer',
    summary: 'Make the link of an open invitation stop working',
    params: ofInvitation,
    answers: { 204: done },
    errors: [401, 403, 404],
  },
} as const satisfies Record<string, Route>
