import Type, { type Static } from '../type.ts'
import { closed, Label, listOf, Name, names, oneOf, Sentence } from './text.ts'

export const Role = Type.Object(
  {
    name: Name,
    label: Label,
    cases: oneOf(
      ['every', 'represented', 'none'],
      'Which cases it sees: every one up to the sensitivity of the member, those they represent, or none',
    ),
    isAdministrator: Type.Optional(Type.Literal(true, { description: 'May do everything' })),
    may: names('What it may do'),
    sources: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        maxItems: 100,
        description:
          'The other systems that it acts for: whoever has the role may say which case has which of their ids. `*` stands for all; left out, for none',
      }),
    ),
  },
  closed,
)

export const PartyRole = Type.Object(
  {
    name: Name,
    label: Label,
    isClaimant: Type.Optional(
      Type.Literal(true, { description: 'The case is theirs: their age and their death matter to it' }),
    ),
    isRepresentative: Type.Optional(
      Type.Literal(true, { description: 'Acts for a claimant, and may see the case' }),
    ),
    receivesDecision: Type.Boolean({ description: 'Is sent the decision' }),
  },
  closed,
)

export const SensitivityLevel = Type.Object(
  { level: Type.Integer({ minimum: 0, maximum: 9 }), label: Label, why: Sentence },
  closed,
)

export const Sensitivity = Type.Object(
  {
    levels: Type.Array(SensitivityLevel, { minItems: 1, maxItems: 10 }),
    ofNewCases: Type.Integer({ minimum: 0, maximum: 9 }),
    ofNewMembers: Type.Integer({ minimum: 0, maximum: 9, description: 'They see cases up to this level' }),
  },
  { ...closed, description: 'A person sees a case only at or above its level' },
)

export const Conflict = Type.Object(
  {
    name: Name,
    why: { ...Sentence, description: 'The reason that whoever gives the task is told' },
    when: oneOf(
      ['represents', 'isParty', 'sharesFamilyName', 'hadTask'],
      'represents a party; is one, by an email address; is called as a claimant is; had a task of the case',
    ),
    had: Type.Optional(names('With hadTask: tasks of these types')),
    tasks: names('Whoever it holds of has no task of these types; of any where there are none'),
  },
  closed,
)

export const peopleSections = {
  roles: Type.Array(Role, { minItems: 1, maxItems: 100, description: 'What members are, and may do' }),
  partyRoles: listOf(PartyRole, 'What somebody is to a case'),
  sensitivity: Sensitivity,
  conflicts: listOf(Conflict, 'Conflicts of interest: who is given no task of a case'),
}

export type Role = Static<typeof Role>
export type PartyRole = Static<typeof PartyRole>
export type Conflict = Static<typeof Conflict>
export type Sensitivity = Static<typeof Sensitivity>
