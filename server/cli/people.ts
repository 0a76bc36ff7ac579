import { memberKinds } from '@portico/contract/envelope'
import { type Command, Option } from 'commander'
import { commandLine } from '../auth/member-changes.ts'
import type { Member } from '../auth/members.ts'
import { Refusal } from '../core/kernel/decider.ts'
import { servedUrl } from '../store/deployment.ts'
import { commandsOf, exitCodes, type PeopleParts, withParts, withPeople } from './command.ts'
import { openTerminal } from './terminal.ts'

type Given = { role?: string[]; team?: string[]; level?: number }
type Invited = {
  role?: string[]
  team?: string[]
  level?: number
  username?: string
  name?: string
  kind?: Member['kind']
  again?: boolean
}

const teamOption = (what: string) => new Option('--team <team...>', what)
const levelOption = (what: string) => new Option('--level <number>', what).argParser(Number)
const roleOption = () => new Option('--role <role...>', 'their roles, as named in the profile')

/** Who may act here. */
export function addPeople(program: Command) {
  const command = commandsOf(program)
  addInvite(command)
  addMembers(command)
  addChanges(command)
  addPasskeys(command)
  addMemberChanges(command)
  addKeys(program)
}

type AddCommand = ReturnType<typeof commandsOf>

function addInvite(command: AddCommand) {
  command<Invited>(
    'invite',
    'Invite a person, or another system: print a one-time link that sets their password',
    (options, email = '', self) => {
      const { role, team: teams, level: clearance, username, name: displayName, kind, again } = options
      if (!again && !role)
        self.error("error: required option '--role <role...>' not specified", { exitCode: exitCodes.usage })
      return withPeople(async (parts) => {
        const { token, expiresAt } = again
          ? await parts.identity.inviteAgain(email)
          : await parts.identity.invite({
              email,
              roles: role ?? [],
              teams,
              clearance,
              username,
              displayName,
              kind,
            })
        const link = `${await linkBase(parts)}/workspace/join#${token}`
        openTerminal({ isJson: options.json }).say({ link, expiresAt: expiresAt.toISOString() }, [
          link,
          `It works once, until ${expiresAt.toISOString()}.`,
        ])
      })
    },
  )
    .argument('<email>', "the person's email address, and their username unless --username is given")
    .addOption(roleOption())
    .addOption(teamOption('their teams, as named in the profile'))
    .addOption(levelOption('they see cases up to this sensitivity (default: from the profile)'))
    .option('--username <username>', 'the username they sign in with')
    .option('--name <name>', 'their display name')
    .addOption(
      new Option('--kind <kind>', 'what it is the account of: events say so (default: person)').choices(
        memberKinds,
      ),
    )
    .addOption(
      new Option('--again', 'print a new link for someone invited before, to set a new password').conflicts([
        'role',
        'team',
        'level',
        'username',
        'name',
        'kind',
      ]),
    )
}

function addMembers(command: AddCommand) {
  command('members', 'List all members, deactivated ones included', (options) =>
    withPeople(async ({ identity }) => {
      const members = await everyone(identity)
      openTerminal({ isJson: options.json }).say(
        { members: members.map(present) },
        members.map(
          ({ username, kind, roles, teams, active }) =>
            `${username}  ${roles.join(', ')}${teams.length ? `  in ${teams.join(', ')}` : ''}${kind === 'person' ? '' : `  (${kind})`}${active ? '' : '  (deactivated)'}`,
        ),
      )
    }),
  )
}

function addChanges(command: AddCommand) {
  changing(withPeople, 'roles', "Replace a person's roles", ({ identity: { members } }, id, given) =>
    members.change(id, { roles: given.role ?? [] }),
  ).addOption(roleOption().makeOptionMandatory())
  changing(withPeople, 'teams', "Replace a person's teams", ({ identity: { members } }, id, given) =>
    members.change(id, { teams: given.team ?? [] }),
  ).addOption(teamOption('teams of the profile; without any, they leave all teams'))
  changing(
    withPeople,
    'clearance',
    'Let a person see cases up to a sensitivity',
    ({ identity: { members } }, id, given) => members.change(id, { clearance: given.level ?? 0 }),
  ).addOption(levelOption('a level of the profile').makeOptionMandatory())
  // What a person has is moved case by case, so this one needs all parts.
  changing(
    withParts,
    'deactivate',
    "Move a person's tasks to their teams, and lock them out from their next request on",
    ({ deactivateMember }, id) => deactivateMember(id),
  )
  changing(withPeople, 'reactivate', 'Reactivate a person', ({ identity: { members } }, id) =>
    members.reactivate(id),
  )

  function changing<Needed extends PeopleParts>(
    using: (work: (parts: Needed) => Promise<void>) => Promise<void>,
    name: string,
    description: string,
    change: (parts: Needed, memberId: string, given: Given) => Promise<unknown>,
  ) {
    return command<Given>(name, description, (options, username = '') =>
      using(async (parts) => {
        const { members } = parts.identity
        const found = await members.find(username)
        if (!found) throw new Refusal('notFound', 'There is no account with this name.')
        await change(parts, found.id, options)
        const member = (await members.find(found.username)) ?? found
        const teams = member.teams.length > 0 ? `  in ${member.teams.join(', ')}` : ''
        const state = member.active ? `${member.roles.join(', ')}${teams}` : 'deactivated'
        openTerminal({ isJson: options.json }).say(present(member), [`${member.username}: ${state}`])
      }),
    ).argument('<username>', 'their username or email address')
  }
}

function addPasskeys(command: AddCommand) {
  command<{ remove?: string }>(
    'passkeys',
    "List a person's passkeys, or remove one, such as one on a lost device",
    (options, username = '') =>
      withPeople(async ({ identity: { members, passkeys } }) => {
        const member = await members.find(username)
        if (!member) throw new Refusal('notFound', 'There is no account with this name.')
        if (options.remove) await passkeys.remove(member.id, options.remove, { by: commandLine })
        const left = await passkeys.list(member.id)
        openTerminal({ isJson: options.json }).say(
          { passkeys: left },
          left.map(
            ({ id, name, createdAt, lastUsedAt }) =>
              `${id}  ${name}  added ${createdAt.toISOString()}${lastUsedAt ? `  last used ${lastUsedAt.toISOString()}` : ''}`,
          ),
        )
      }),
  )
    .argument('<username>', 'their username or email address')
    .option('--remove <id>', 'remove this passkey; sessions that began with it end')
}

function addMemberChanges(command: AddCommand) {
  command('member-changes', 'List every change to a member: what, when, by whom', (options) =>
    withPeople(async ({ identity }) => {
      const changes = []
      for (let after = 0; ; ) {
        const page = await identity.members.changes({ after })
        if (page.length === 0) break
        changes.push(...page)
        after = page.at(-1)?.position ?? after
      }
      openTerminal({ isJson: options.json }).say(
        { changes },
        changes.map(
          ({ at, username, by, change: { kind, ...how } }) =>
            `${at.toISOString()}  ${username}  ${kind} ${JSON.stringify(how)}  by ${by.name}`,
        ),
      )
    }),
  )
}

function addKeys(program: Command) {
  const keys = program.command('keys').description('The keys that sign tokens')
  commandsOf(keys)('replace', 'Rotate all keys: every token stops working, sessions refresh', (options) =>
    withPeople(async ({ identity }) => {
      const { keyId } = await identity.replaceSigningKeys()
      openTerminal({ isJson: options.json }).say({ keyId }, [`Tokens are signed with ${keyId} from now on.`])
    }),
  )
}

async function linkBase({ db, settings }: PeopleParts): Promise<string> {
  return settings.isBaseUrlSet ? settings.baseUrl : ((await servedUrl(db)) ?? settings.baseUrl)
}

async function everyone({ members }: PeopleParts['identity']): Promise<Member[]> {
  const all: Member[] = []
  for (;;) {
    const last = all.at(-1)
    const page = await members.list(last && { after: last.id })
    if (page.length === 0) return all
    all.push(...page)
  }
}

function present({ id, username, email, displayName, kind, roles, teams, clearance, active }: Member) {
  return { id, username, email, displayName, kind, roles, teams, clearance, active }
}
