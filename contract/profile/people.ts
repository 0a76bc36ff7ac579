import { nonEmpty, oneOf, strict } from '../text.ts'
import Type, { type Static } from '../type.ts'
import { Label, listOf, Name, names, Sentence } from './text.ts'

export const Role = Type.Object(
  {
    name: Name,
    label: Label,
    cases: oneOf(['every', 'represented', 'none'], {
      description: "Which cases it sees: all up to the member's sensitivity, those they represent, or none",
    }),
    isAdministrator: Type.Optional(Type.Literal(true, { description: 'May do everything' })),
    may: names('Permitted actions'),
    sources: Type.Optional(
      Type.Array(nonEmpty(100), {
        maxItems: 100,
        description:
          'Systems the role acts for: its members may set the IDs that cases have in those systems. `*` means all; omit for none',
      }),
    ),
  },
  strict,
)

export const PartyRole = Type.Object(
  {
    name: Name,
    label: Label,
    isClaimant: Type.Optional(
      Type.Literal(true, { description: 'A claimant: their age and death affect the case' }),
    ),
    isRepresentative: Type.Optional(
      Type.Literal(true, { description: 'Represents a claimant and may see the case' }),
    ),
    receivesDecision: Type.Boolean({ description: 'Receives the decision' }),
  },
  strict,
)

export const SensitivityLevel = Type.Object(
  { level: Type.Integer({ minimum: 0, maximum: 9 }), label: Label, why: Sentence },
  strict,
)

export const Sensitivity = Type.Object(
  {
    levels: Type.Array(SensitivityLevel, { minItems: 1, maxItems: 10 }),
    ofNewCases: Type.Integer({ minimum: 0, maximum: 9 }),
    ofNewMembers: Type.Integer({
      minimum: 0,
      maximum: 9,
      description: 'The highest level a new member sees',
    }),
  },
  { ...strict, description: 'A member sees only cases at or below their level' },
)

export const Conflict = Type.Object(
  {
    name: Name,
    why: { ...Sentence, description: 'The reason shown to whoever assigns the task' },
    when: oneOf(['represents', 'isParty', 'sharesFamilyName', 'hadTask'], {
      description:
        'The member represents a party; is a party, by email address; has the name of a claimant; or had a task on the case',
    }),
    had: Type.Optional(names('With `hadTask`: the types of those tasks')),
    tasks: names('Task types the member must not be assigned; empty for all'),
  },
  strict,
)

export const peopleSections = {
  roles: Type.Array(Role, {
    minItems: 1,
    maxItems: 100,
    description: 'Roles of members and their permissions',
  }),
  partyRoles: listOf(PartyRole, 'Roles of parties'),
  sensitivity: Sensitivity,
  conflicts: listOf(Conflict, 'Conflicts of interest: who cannot be assigned tasks on a case'),
}

export type Role = Static<typeof Role>
export type PartyRole = Static<typeof PartyRole>
export type Conflict = Static<typeof Conflict>
export type Sensitivity = Static<typeof Sensitivity>
