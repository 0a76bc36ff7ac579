import Type, { type Static } from 'typebox'
import { shownTo } from '../audience.ts'
import { PartyId } from '../parties.ts'
import { CalendarDate } from '../text.ts'

export const LinkKind = Type.Union(
  [Type.Literal('remand'), Type.Literal('split'), Type.Literal('substitution')],
  {
    description:
      '`remand`: what was sent back goes on there; `split`: some issues leave this case for that one; `substitution`: somebody takes the place of a claimant who died',
  },
)
export type LinkKind = Static<typeof LinkKind>

const Substitute = Type.Object(
  {
    for: { ...PartyId, description: 'The claimant who died' },
    by: { ...PartyId, description: 'The party of this case who takes their place and their role' },
  },
  { additionalProperties: false },
)

/** What is said of a link. */
export const linkTerms = {
  kind: LinkKind,
  why: Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S', description: 'In a sentence' }),
  caseType: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'A type of the profile; that of this case otherwise',
    }),
  ),
  isCourtRemand: Type.Optional(
    Type.Boolean({ description: 'Of a remand: whether a court has sent it back' }),
  ),
  substitute: Type.Optional(Substitute),
}

/** What of a case goes on in another, and under which names. */
export const SharedContent = Type.Object({
  ...linkTerms,
  docketNumber: Type.String(),
  caseType: Type.String(),
  receiptDate: CalendarDate,
  issues: Type.Array(Type.Object({ id: Type.String(), as: Type.String() })),
  partyIds: Type.Array(Type.String()),
  documents: Type.Array(
    Type.Object({ id: Type.String(), version: Type.Integer({ minimum: 1 }), as: Type.String() }),
  ),
})
export type SharedContent = Static<typeof SharedContent>

export const linkEvents = {
  /** On both cases; what is shared stands with the case that it comes from. */
  'case.linked': shownTo(
    'staff',
    Type.Object({
      kind: LinkKind,
      direction: Type.Union([Type.Literal('to'), Type.Literal('from')]),
      caseId: Type.String({ description: 'The other case' }),
      docketNumber: Type.String(),
      why: Type.String(),
      shared: Type.Optional(SharedContent),
    }),
  ),
}
