import { audiences } from './audience.ts'
import { memberKinds } from './envelope.ts'
import { afterId, limit, next } from './paging.ts'
import { done, json, type Row } from './route.ts'
import { sample } from './sample.ts'
import { commaSeparated, nonEmpty, oneOf, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const name = (description: string, maxLength: number, ...examples: string[]) =>
  Type.String({ minLength: 1, maxLength, description, ...(examples.length ? { examples } : {}) })
const words = (description: string, example: string) =>
  Type.Array(nonEmpty(100), {
    maxItems: 100,
    description,
    examples: [[example]],
  })

const roles = words('Roles from the profile', 'drafter')
const teams = words('Teams from the profile', 'drafters')
const clearance = Type.Integer({
  minimum: 0,
  maximum: 9,
  description: 'Highest sensitivity of the cases they see',
  examples: [3],
})

const kind = oneOf(memberKinds, {
  description:
    '`integration`: another system. Its events say so, and it neither decides, drafts nor signs, whatever its roles',
})

const who = {
  id: Type.String({ examples: ['mem_01kbr2n4d0e8t6v1w3x5z7a9c2'] }),
  username: Type.String(),
  displayName: Type.String(),
  kind,
  roles,
  teams,
}

export const Me = Type.Object({
  ...who,
  clearance,
  actions: Type.Array(Type.String(), {
    description: 'What your roles allow, on the service or on at least one case',
    examples: [['readCases', 'tag']],
  }),
  audience: oneOf(audiences, {
    description:
      'As whom you read, where you represent nobody: what is for this audience and the wider ones is shown to you. From narrow to wide, they are those who decide, everyone who works on cases, connected systems, and parties.',
  }),
  isSandbox: Type.Boolean({ description: 'Whether all data here is synthetic' }),
})
export const MeDetail = Type.Object({ me: Me })

export const Member = Type.Object({
  ...who,
  email: Type.Optional(Type.String()),
  clearance,
  isActive: Type.Boolean({ description: 'False once deactivated' }),
  createdAt: Timestamp,
})
export const MemberDetail = Type.Object({ member: Member })
export const MemberPage = Type.Object({
  members: Type.Array(Member),
  next,
})

const page = {
  after: afterId('mem'),
  limit: limit(200, 50),
}
const MembersQuery = Type.Object(page)

export const ChangeMember = Type.Object(
  {
    displayName: Type.Optional(name('Display name', 200, 'Ada Byron')),
    roles: Type.Optional(roles),
    teams: Type.Optional(teams),
    clearance: Type.Optional(clearance),
  },
  { ...strict, minProperties: 1, description: 'Omitted fields are unchanged' },
)

export const MemberChange = Type.Object({
  position: Type.Integer({ minimum: 1 }),
  at: Timestamp,
  memberId: Type.String(),
  username: Type.String(),
  by: Type.Object({ id: Type.String(), name: Type.String() }),
  change: Type.Object(
    { kind: Type.String({ examples: ['roles'] }) },
    { additionalProperties: true, description: 'The changed fields, with their old and new values' },
  ),
})
export const MemberChangePage = Type.Object({
  changes: Type.Array(MemberChange),
  next,
})
const MemberChangesQuery = Type.Object({
  after: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  limit: limit(1000, 100),
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
    email: Type.String({ format: 'email', maxLength: 254, examples: ['grace@example.org'] }),
    username: Type.Optional(name('Name to sign in with; defaults to the email address', 100, 'grace')),
    displayName: Type.Optional(name('Display name', 200, 'Grace Hopper')),
    kind: Type.Optional({ ...kind, description: 'Defaults to `person`, and stays' }),
    roles,
    teams: Type.Optional(teams),
    clearance: Type.Optional({
      ...clearance,
      description:
        'Highest sensitivity of the cases they see. Defaults to `sensitivity.ofNewMembers` of the profile, and never exceeds your own',
    }),
  },
  strict,
)
export const Invited = Type.Object({
  link: Type.String({ description: 'One-time link to set the password. Shown only here' }),
  expiresAt: Timestamp,
  member: Member,
})
export const InvitedAgain = Type.Object({
  link: Type.Optional(
    Type.String({
      description:
        'One-time link to set the password. Shown only here, and only for an account that nobody has used yet',
    }),
  ),
  sentTo: Type.Optional(
    Type.String({
      description: 'The email address that the link was sent to, where the account is in use',
      examples: ['grace@example.org'],
    }),
  ),
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
  next,
})
const DirectoryQuery = Type.Object({
  text: Type.Optional(nonEmpty(200, { description: 'Part of the name or username' })),
  usernames: Type.Optional(
    commaSeparated(
      'Only members with these usernames, also those who have left: what they have done keeps their name',
      {
        minLength: 1,
        maxLength: 4000,
        examples: ['ada,grace'],
      },
    ),
  ),
  role: Type.Optional(Type.String({ maxLength: 100, description: 'Only members with this role' })),
  team: Type.Optional(Type.String({ maxLength: 100, description: 'Only members of this team' })),
  ...page,
})

export type Member = Static<typeof Member>

const ofMember = Type.Object({ id: Type.String({ description: 'The ID of the member' }) })
const ofInvitation = Type.Object({ id: Type.String({ description: 'The ID of the invitation' }) })

export const tag = 'Administration'

export const routes = {
  getMe: {
    method: 'GET',
    path: '/me',
    tag: 'Sign-in',
    audience: 'party',
    needs: 'token',
    summary: 'Get your account: roles, teams, clearance and permissions',
    answers: { 200: json('You', MeDetail) },
    errors: [401],
    sdk: {
      call: 'client.me.get',
      about: 'Your roles, teams and clearance, and what they allow.',
      example: sample`
        const { username, roles, actions } = await client.me.get()
        console.log(username, roles, actions.includes('signDecisions'))
      `,
    },
  },
  listDirectory: {
    method: 'GET',
    path: '/directory',
    tag: 'Work',
    audience: 'integration',
    needs: ['readTasks', 'workTasks', 'distributeCases', 'grantAccess', 'administer'],
    summary: 'Look up active members, sorted by username',
    description: 'For callers who may assign work, grant access, or see who does the work.',
    query: DirectoryQuery,
    answers: { 200: json('A page of people', DirectoryPage) },
    sdk: {
      call: 'client.directory.list',
      about: 'List the people who work here, by username.',
      example: sample`
        for await (const { displayName, username } of client.directory.list({ role: 'adjudicator' })) {
          console.log(displayName, username)
        }
      `,
    },
  },
  listMembers: {
    method: 'GET',
    path: '/members',
    audience: 'staff',
    needs: 'administer',
    summary: 'List members, active and deactivated, by username',
    query: MembersQuery,
    answers: { 200: json('A page of members', MemberPage) },
    sdk: {
      call: 'client.members.list',
      example: sample`
        for await (const { username, roles, teams } of client.members.list()) console.log(username, roles, teams)
      `,
    },
  },
  getMember: {
    method: 'GET',
    path: '/members/{id}',
    audience: 'staff',
    needs: 'administer',
    summary: 'Get a member',
    params: ofMember,
    answers: { 200: json('The member', MemberDetail) },
    sdk: {
      call: 'client.members.get',
      example: sample`
        const { id } = await client.me.get()
        console.log((await client.members.get(id)).createdAt)
      `,
    },
  },
  changeMember: {
    method: 'PATCH',
    path: '/members/{id}',
    audience: 'staff',
    needs: 'administer',
    summary: 'Update the roles, teams, clearance or name of a member',
    description:
      "All changes are applied or none. They take effect on the member's next request and are recorded with who made them. Nobody can change a member who is cleared above them or has a role that may do more than theirs, nor give such a clearance or role; and the last administrator who can sign in cannot lose that role.",
    params: ofMember,
    body: ChangeMember,
    answers: { 200: json('The member', MemberDetail) },
    sdk: {
      call: 'client.members.change',
      takes: ['change'],
      about:
        'Change the roles, teams, clearance or name of a member, all or nothing. Omitted fields stay as they are.',
      example: sample`
        const { id } = await client.me.get()
        const { teams } = await client.members.change(id, { teams: ['drafters', 'caseSupport'] })
        console.log(teams)
      `,
    },
  },
  deactivateMember: {
    method: 'DELETE',
    path: '/members/{id}',
    audience: 'staff',
    needs: 'administer',
    summary: 'Deactivate a member: their tasks go to their teams, and nothing is deleted',
    params: ofMember,
    answers: { 204: done },
    sdk: {
      call: 'client.members.deactivate',
      about: 'Deactivate a member: their tasks go to their teams, and their next request is refused.',
      example: sample`
        const email = \`leaver-\${Date.now()}@example.org\`
        const { member } = await client.invitations.invite({ email, roles: ['drafter'] })
        await client.members.deactivate(member.id)
      `,
    },
  },
  reactivateMember: {
    method: 'POST',
    path: '/members/{id}/reactivate',
    audience: 'staff',
    needs: 'administer',
    summary: 'Reactivate a member',
    params: ofMember,
    answers: { 200: json('The member', MemberDetail) },
    errors: [401, 403, 404],
    sdk: {
      call: 'client.members.reactivate',
      example: sample`
        const email = \`returner-\${Date.now()}@example.org\`
        const { member } = await client.invitations.invite({ email, roles: ['drafter'] })
        await client.members.deactivate(member.id)
        console.log((await client.members.reactivate(member.id)).isActive)
      `,
    },
  },
  listMemberChanges: {
    method: 'GET',
    path: '/members/{id}/changes',
    audience: 'staff',
    needs: 'administer',
    summary: 'List the changes to a member, oldest first',
    params: ofMember,
    query: MemberChangesQuery,
    answers: { 200: json('A page of changes', MemberChangePage) },
    sdk: {
      call: 'client.members.changes',
      about: 'List the changes to a member: what, by whom and when.',
      example: sample`
        const { id } = await client.me.get()
        for await (const { at, by, change } of client.members.changes(id)) console.log(at, by.name, change.kind)
      `,
    },
  },
  inviteAgain: {
    method: 'POST',
    path: '/members/{id}/invitation',
    audience: 'staff',
    needs: 'administer',
    summary: 'Create a new link to set a password; the previous one stops working',
    description:
      "For an account that nobody has used yet the answer has the link. For one in use it goes to the member's email address alone, by the notifications port; where nothing sends email, 422 says what to do. Their sessions end now, and again when the link is used, which also removes their passkeys.",
    params: ofMember,
    answers: { 201: json('The link, or where it was sent', InvitedAgain) },
    errors: [401, 403, 404, 422, 503],
    sdk: {
      call: 'client.members.inviteAgain',
      about:
        "Create a new invitation link, for a lost link or a forgotten password. Once the account is in use, the link is not returned: it goes to the member's email address, which is then `sentTo`.",
      example: sample`
        const email = \`forgetful-\${Date.now()}@example.org\`
        const { member } = await client.invitations.invite({ email, roles: ['drafter'] })
        const { link, sentTo, expiresAt } = await client.members.inviteAgain(member.id)
        console.log(link ?? sentTo, expiresAt)
      `,
    },
  },
  listTeams: {
    method: 'GET',
    path: '/teams',
    audience: 'staff',
    needs: 'administer',
    summary: 'List teams and their members',
    answers: { 200: json('The teams', TeamList) },
    sdk: {
      call: 'client.teams.list',
      example: sample`
        for (const { label, members } of await client.teams.list()) console.log(label, members.length)
      `,
    },
  },
  listInvitations: {
    method: 'GET',
    path: '/invitations',
    audience: 'staff',
    needs: 'administer',
    summary: 'List open invitations, oldest first',
    answers: { 200: json('The invitations', InvitationList) },
    sdk: {
      call: 'client.invitations.list',
      about: 'List open invitations.',
      example: sample`
        for (const { username, expiresAt } of await client.invitations.list()) console.log(username, expiresAt)
      `,
    },
  },
  inviteMember: {
    method: 'POST',
    path: '/invitations',
    audience: 'staff',
    needs: 'administer',
    summary: 'Invite a person; returns a one-time link to set a password',
    body: NewInvitation,
    answers: { 201: json('The link, and the new member', Invited) },
    errors: [400, 401, 403, 409, 413, 415],
    sdk: {
      call: 'client.invitations.invite',
      takes: ['invitation'],
      about: 'Invite a person. The link is returned once; send it to them alone.',
      example: sample`
        const { link, member } = await client.invitations.invite({
          email: \`ada-\${Date.now()}@example.org\`,
          roles: ['drafter'],
          teams: ['drafters'],
        })
        console.log(link, member.id)
      `,
    },
  },
  withdrawInvitation: {
    method: 'DELETE',
    path: '/invitations/{id}',
    audience: 'staff',
    needs: 'administer',
    summary: 'Revoke an open invitation',
    params: ofInvitation,
    answers: { 204: done },
    errors: [401, 403, 404],
    sdk: {
      call: 'client.invitations.withdraw',
      about: 'Withdraw an open invitation: its link stops working.',
      example: sample`
        const email = \`mistake-\${Date.now()}@example.org\`
        const { member } = await client.invitations.invite({ email, roles: ['drafter'] })
        const open = await client.invitations.list()
        const mistaken = open.find(({ memberId }) => memberId === member.id)
        if (mistaken) await client.invitations.withdraw(mistaken.id)
      `,
    },
  },
} as const satisfies Record<string, Row>
