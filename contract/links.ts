import { shownTo } from './audience.ts'
import { Case } from './cases.ts'
import { partyId } from './parties.ts'
import { json, ofCase, type Row } from './route.ts'
import { sample } from './sample.ts'
import { ends } from './tasks.ts'
import { CalendarDate, nonBlank, nonEmpty, oneOf, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const LinkKind = oneOf(['remand', 'split', 'substitution'], {
  description:
    '`remand`: the new case continues what was sent back. `split`: some issues move to the new case. `substitution`: a party takes the place of a claimant who died',
})
export type LinkKind = Static<typeof LinkKind>

const Substitute = Type.Object(
  {
    for: { ...partyId, description: 'The claimant who died' },
    by: { ...partyId, description: 'The party of this case who takes over their place and role' },
  },
  { additionalProperties: false },
)

/** What is said of a link. */
export const linkTerms = {
  kind: LinkKind,
  why: nonBlank(2000, { description: 'The reason, as a sentence' }),
  caseType: Type.Optional(
    nonEmpty(100, { description: 'A case type from the profile; defaults to that of this case' }),
  ),
  isCourtRemand: Type.Optional(
    Type.Boolean({ description: 'For a remand: whether it came from a court; then it needs `mandate`' }),
  ),
  mandate: Type.Optional(
    Type.Object(
      {
        documentId: nonEmpty(100, { description: 'The document of this case with the mandate' }),
        court: Type.Optional(nonBlank(200, { description: 'The court' })),
        mandateOn: { ...CalendarDate, description: 'The date of the mandate' },
        instructions: Type.Optional(
          Type.Array(nonBlank(2000), {
            minItems: 1,
            maxItems: 100,
            description: 'What the court has ordered, one by one; defaults to `why`',
          }),
        ),
      },
      { ...strict, description: 'For a remand by a court' },
    ),
  ),
  substitute: Type.Optional(Substitute),
}

export const NewLink = Type.Object(
  {
    ...linkTerms,
    ends,
    receiptDate: Type.Optional({ ...CalendarDate, description: 'Defaults to that of this case' }),
    issueIds: Type.Array(Type.String({ maxLength: 100 }), {
      minItems: 1,
      maxItems: 500,
      uniqueItems: true,
      description: 'The issues the new case is about',
    }),
    partyIds: Type.Optional(
      Type.Array(partyId, { maxItems: 200, uniqueItems: true, description: 'Defaults to all parties' }),
    ),
    documentIds: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: 100_000,
        uniqueItems: true,
        description: 'Defaults to all documents in the file. Bytes are shared, not copied',
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
    direction: oneOf(['to', 'from'], {
      description: '`to`: the case that continues this one. `from`: the case this one continues',
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

export const tag = 'Cases'

export const routes = {
  listLinks: {
    method: 'GET',
    path: '/cases/{id}/links',
    audience: 'party',
    needs: 'readCases',
    trace: 'list',
    summary: 'List linked cases visible to the caller',
    params: ofCase,
    answers: { 200: json('The links', LinkList) },
    sdk: {
      call: 'client.cases.links',
      about: 'List the cases this one continues or is continued by, as far as you may see them.',
      example: sample`
        for (const { kind, direction, docketNumber } of await client.cases.links(caseId)) {
          console.log(kind, direction, docketNumber)
        }
      `,
    },
  },
  linkCase: {
    method: 'POST',
    path: '/cases/{id}/links',
    audience: 'integration',
    needs: 'linkCases',
    trace: 'change',
    summary: 'Open a linked case: a remand, split or substitution',
    description:
      'The new case takes over the docket number, docket, parties and documents. After a remand it waits for the work: it is away until that is recorded as returned, and keeps its docket date. After a remand or a split, documents share the same bytes but get their own pages; tags, annotations and citations stay with this case. An issue that no signed decision decides leaves this case and is alive in the new one alone. A substitution closes this case with the same command and takes `ends`: the whole file goes on in the new case on its pages, with tags, annotations, citations, decisions that are not signed, drafts, open mail and the docket date.',
    params: ofCase,
    body: NewLink,
    answers: { 201: json('The new case', LinkedCase) },
    sdk: {
      call: 'client.cases.link',
      takes: ['link'],
      about:
        'Open a case that continues issues of this one: a remand, a split or a substitution. It shares the docket number, the parties and the documents.',
      example: sample`
        const { id } = await client.issues.add(caseId, { issueType: 'serviceConnection', description: 'Tinnitus' })
        const linked = await client.cases.link(caseId, { kind: 'split', issueIds: [id], why: 'Heard apart.' })
        console.log(linked.case.id, linked.case.docketNumber)
      `,
    },
  },
} as const satisfies Record<string, Row>

/** What of a case goes on in another, and under which names. */
const SharedContent = Type.Object({
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

export const events = {
  /** On both cases; what is shared stands with the case that it comes from. */
  'case.linked': shownTo(
    'staff',
    Type.Object({
      kind: LinkKind,
      direction: oneOf(['to', 'from']),
      caseId: Type.String({ description: 'The other case' }),
      docketNumber: Type.String(),
      why: Type.String(),
      shared: Type.Optional(SharedContent),
    }),
  ),
}
