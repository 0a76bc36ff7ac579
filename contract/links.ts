import Type, { type Static } from 'typebox'
import { shownTo } from './audience.ts'
import { Case } from './cases.ts'
import { LinkKind, linkTerms } from './events/links.ts'
import { PartyId } from './parties.ts'
import { CalendarDate, Timestamp } from './text.ts'

const strict = { additionalProperties: false }

export const NewLink = Type.Object(
  {
    ...linkTerms,
    receiptDate: Type.Optional({ ...CalendarDate, description: 'That of this case otherwise' }),
    issueIds: Type.Array(Type.String({ maxLength: 100 }), {
      minItems: 1,
      maxItems: 500,
      uniqueItems: true,
      description: 'The issues that the new case is about',
    }),
    partyIds: Type.Optional(
      Type.Array(PartyId, { maxItems: 200, uniqueItems: true, description: 'All parties otherwise' }),
    ),
    documentIds: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: 100_000,
        uniqueItems: true,
        description: 'All documents in the file otherwise; bytes are shared, never copied',
      }),
    ),
  },
  { ...strict, examples: [{ kind: 'remand', issueIds: ['issue_2'], why: 'An examination is needed.' }] },
)
export type NewLink = Static<typeof NewLink>

export const CaseLink = shownTo(
  'party',
  Type.Object({
    kind: LinkKind,
    direction: Type.Union([Type.Literal('to'), Type.Literal('from')], {
      description: '`to` the case that goes on with it, `from` the case that it comes from',
    }),
    caseId: Type.String({ description: 'The other case' }),
    docketNumber: Type.String(),
    why: Type.String(),
    linkedBy: Type.String(),
    linkedAt: Timestamp,
  }),
  { staff: ['why', 'linkedBy'] },
)
export type CaseLink = Static<typeof CaseLink>

export const LinkList = Type.Object({ links: Type.Array(CaseLink) })
export const LinkedCase = Type.Object({ link: CaseLink, case: Case })

export const named = { CaseLink, LinkedCase, LinkList, NewLink }
