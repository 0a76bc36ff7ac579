import { PersonName } from './appeals.ts'
import { visibility } from './marks.ts'
import { sessionKind, slot } from './sessions.ts'
import { CalendarDate, Sha256, strict, Timestamp } from './text.ts'
import Type, { type Static, type TObject, type TSchema } from './type.ts'

const short = (description: string) => Type.String({ minLength: 1, maxLength: 500, description })
const long = (description: string) => Type.String({ maxLength: 10_000, description })

const SourceName = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The system that the ids belong to; of the first line where it is left out',
})
const ExternalId = Type.String({ minLength: 1, maxLength: 200, description: 'Its id in that system' })

/** Another thing by its external id; with its source where that is not the row's own. */
const Reference = (what: string) =>
  Type.Union([ExternalId, Type.Object({ source: SourceName, externalId: ExternalId }, strict)], {
    description: `The ${what} by its external id`,
  })
export type ManifestReference = Static<ReturnType<typeof Reference>>

const identified = { source: Type.Optional(SourceName), externalId: ExternalId }
const happened = {
  at: Type.Optional({ ...Timestamp, description: 'When it happened; the time of the import otherwise' }),
  by: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Who did it, by username' })),
}

const Header = Type.Object(
  {
    type: Type.Literal('manifest'),
    version: Type.Literal(1),
    source: Type.Optional(SourceName),
  },
  { ...strict, description: 'Only as the first line' },
)

const CaseRow = Type.Object(
  {
    type: Type.Literal('case'),
    ...identified,
    docketNumber: short('Its number on the docket'),
    caseType: Type.Optional(short('A type of the profile; its usual one otherwise')),
    veteran: Type.Object(PersonName.properties, strict),
    receiptDate: CalendarDate,
    openedAt: Type.Optional({
      ...Timestamp,
      description: 'When it was opened; the time of the import otherwise',
    }),
    originalPdfBytes: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    docket: Type.Optional(
      Type.Object(
        {
          name: short('A docket of the profile'),
          date: Type.Optional({ ...CalendarDate, description: 'Since when; the receipt date otherwise' }),
        },
        { ...strict, description: 'It stands on this docket: no intake begins' },
      ),
    ),
    closed: Type.Optional(
      Type.Object(
        {
          reason: short('A reason of the profile: `decided`, `withdrawn`'),
          at: { ...Timestamp, description: 'When it was closed' },
          outcome: Type.Optional(short('How it ended, in the words of the source')),
        },
        { ...strict, description: 'It is closed: no work begins' },
      ),
    ),
  },
  strict,
)

const PartyRow = Type.Object(
  {
    type: Type.Literal('party'),
    ...identified,
    case: Reference('case'),
    role: short('What the party is to the case: `appellant`, `representative`'),
    person: Type.Optional(Type.Object(PersonName.properties, strict)),
    organization: Type.Optional(short('The name of an organization, where the party is no person')),
    ...happened,
  },
  strict,
)

const IssueRow = Type.Object(
  {
    type: Type.Literal('issue'),
    ...identified,
    case: Reference('case'),
    issueType: short('What is asked for: `serviceConnection`'),
    benefitType: Type.Optional(short('`compensation`, `pension`')),
    scope: Type.Optional(long('What of it is contested')),
    description: Type.Optional(long('In the words of the source')),
    disposition: Type.Optional(short('How it was decided: a disposition of the profile')),
    ...happened,
  },
  strict,
)

const DocumentRow = Type.Object(
  {
    type: Type.Literal('document'),
    ...identified,
    case: Reference('case'),
    name: short('What it is called'),
    description: Type.Optional(long('What it is')),
    documentType: Type.Optional(short('A document type of the profile; it suggests the category')),
    categories: Type.Optional(Type.Array(short('A category of the profile'), { maxItems: 20 })),
    receiptDate: CalendarDate,
    file: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        description: 'A path relative to the manifest, with `/` between folders',
      }),
    ),
    sha256: Type.Optional({
      ...Sha256,
      description: 'What the bytes hash to; without `file`, those of a file on a line before',
    }),
    firstPage: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Of the file, where it holds several' }),
    ),
    pageCount: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'To the end of the file otherwise' }),
    ),
    ...happened,
  },
  strict,
)

const TagRow = Type.Object(
  {
    type: Type.Literal('tag'),
    source: Type.Optional(SourceName),
    document: Reference('document'),
    text: Type.String({ description: '1 to 200 characters' }),
    ...happened,
  },
  strict,
)

/** How the system that it comes from measures pages. */
export const PageUnits = Type.Object(
  {
    unit: Type.Optional(
      Type.Union([Type.Literal('fraction'), Type.Literal('point'), Type.Literal('pixel')], {
        default: 'fraction',
        description: '`fraction`: 0 to 1 of the page; `point`: 72 an inch; `pixel`: as many an inch as `dpi`',
      }),
    ),
    dpi: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 10_000, description: 'Only with `pixel`; 96 otherwise' }),
    ),
    rotation: Type.Optional(
      Type.Union(
        [Type.Literal(0), Type.Literal(90), Type.Literal(180), Type.Literal(270), Type.Literal('page')],
        {
          default: 0,
          description:
            'How far the page was turned clockwise when it was measured; `page`: as the file says that it is shown',
        },
      ),
    ),
    origin: Type.Optional(
      Type.Union([Type.Literal('topLeft'), Type.Literal('bottomLeft')], {
        default: 'topLeft',
        description: 'The corner of the page, as it was turned, that x and y are counted from',
      }),
    ),
  },
  { ...strict, description: 'What x, y and rects are measured in; as in the API where it is left out' },
)
export type PageUnits = Static<typeof PageUnits>

const MeasuredBox = Type.Object(
  { left: Type.Number(), top: Type.Number(), right: Type.Number(), bottom: Type.Number() },
  strict,
)

const AnnotationRow = Type.Object(
  {
    type: Type.Literal('annotation'),
    ...identified,
    document: Reference('document'),
    page: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'A page of the document, from 1' }),
    x: Type.Optional(Type.Number()),
    y: Type.Optional(Type.Number()),
    rects: Type.Optional(
      Type.Array(MeasuredBox, { maxItems: 500, description: 'What it marks on the page' }),
    ),
    units: Type.Optional(PageUnits),
    quote: Type.Optional(long('The words it marks')),
    visibility: Type.Optional(visibility),
    comment: Type.Optional(long('What was remarked')),
    relevantDate: Type.Optional(CalendarDate),
    ...happened,
  },
  strict,
)

const EventRow = Type.Object(
  {
    type: Type.Literal('event'),
    ...identified,
    case: Reference('case'),
    what: short('What happened, in the words of the source: `hearing held`'),
    details: Type.Optional(long('What else the source knows of it')),
    at: { ...Timestamp, description: 'When it happened, in the past' },
    by: happened.by,
  },
  strict,
)

const TaskRow = Type.Object(
  {
    type: Type.Literal('task'),
    ...identified,
    case: Reference('case'),
    taskType: short('A task type of the profile; the task is open'),
    team: Type.Optional(short('The team that has it; the one of its type otherwise')),
    instructions: Type.Optional(long('What is to be done')),
    deadline: Type.Optional(Timestamp),
    ...happened,
  },
  strict,
)

const SessionRow = Type.Object(
  {
    type: Type.Literal('session'),
    ...identified,
    case: Reference('case'),
    kind: sessionKind,
    status: Type.Union(
      ['requested', 'scheduled', 'held', 'noShow', 'postponed', 'withdrawn'].map((name) =>
        Type.Literal(name as 'requested' | 'scheduled' | 'held' | 'noShow' | 'postponed' | 'withdrawn'),
      ),
    ),
    slot: Type.Optional(slot),
    ...happened,
  },
  strict,
)

/** The schema of each type of row. */
export const manifestRows = {
  manifest: Header,
  case: CaseRow,
  party: PartyRow,
  issue: IssueRow,
  document: DocumentRow,
  tag: TagRow,
  annotation: AnnotationRow,
  event: EventRow,
  task: TaskRow,
  session: SessionRow,
} as const satisfies Record<string, TObject>

export type RowType = Exclude<keyof typeof manifestRows, 'manifest'>
export const rowTypes = Object.keys(manifestRows).filter((type) => type !== 'manifest') as RowType[]

export type ManifestRow<Type extends keyof typeof manifestRows = RowType> = Type extends RowType | 'manifest'
  ? Static<(typeof manifestRows)[Type]>
  : never

/** One line of a manifest, as JSON Schema. */
export function manifestSchema(): TSchema {
  return JSON.parse(
    JSON.stringify({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'A line of a Portico bulk load manifest',
      oneOf: Object.values(manifestRows),
    }),
  ) as TSchema
}
