import Type, { type Static } from 'typebox'
import { Timestamp } from './text.ts'

const strict = { additionalProperties: false }
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
export const MembersQuery = Type.Object(page)

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
export const MemberChangesQuery = Type.Object({
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
export const DirectoryQuery = Type.Object({
  text: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'A part of the name or username' }),
  ),
  role: Type.Optional(Type.String({ maxLength: 100, description: 'Only those who have it' })),
  team: Type.Optional(Type.String({ maxLength: 100, description: 'Only those who are in it' })),
  ...page,
})

export type Member = Static<typeof Member>

export const named = {
  ChangeMember,
  DirectoryPage,
  Invitation,
  InvitationList,
  Invited,
  Me,
  MeDetail,
  Member,
  MemberChange,
  MemberChangePage,
  MemberDetail,
  MemberPage,
  NewInvitation,
  Person,
  Team,
  TeamList,
}
