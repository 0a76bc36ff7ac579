import { PersonName } from './appeals.ts'
import { visibility } from './marks.ts'
import { sessionKind, slot } from './sessions.ts'
import { CalendarDate, nonEmpty, oneOf, Sha256, strict, Timestamp } from './text.ts'
import Type, { type Static, type TObject, type TSchema } from './type.ts'

const short = (description: string) => nonEmpty(500, { description })
const long = (description: string) => Type.String({ maxLength: 10_000, description })

const SourceName = nonEmpty(100, {
  description: 'The system the IDs belong to; defaults to that of the first line',
})
const ExternalId = nonEmpty(200, { description: 'The ID in that system' })

/** Another thing by its external id; with its source where that is not the row's own. */
const Reference = (what: string) =>
  Type.Union([ExternalId, Type.Object({ source: SourceName, externalId: ExternalId }, strict)], {
    description: `The ${what} by its external id`,
  })
export type ManifestReference = Static<ReturnType<typeof Reference>>

const identified = { source: Type.Optional(SourceName), externalId: ExternalId }
const happened = {
  at: Type.Optional({ ...Timestamp, description: 'When it happened; defaults to the time of the import' }),
  by: Type.Optional(nonEmpty(200, { description: 'Username of who did it' })),
}

const Header = Type.Object(
  {
    type: Type.Literal('manifest'),
    version: Type.Literal(1),
    source: Type.Optional(SourceName),
  },
  { ...strict, description: 'Allowed only as the first line' },
)

const CaseRow = Type.Object(
  {
    type: Type.Literal('case'),
    ...identified,
    docketNumber: short('The docket number'),
    caseType: Type.Optional(short('A case type from the profile; defaults to its default type')),
    veteran: Type.Object(PersonName.properties, strict),
    receiptDate: CalendarDate,
    openedAt: Type.Optional({
      ...Timestamp,
      description: 'When the case was opened; defaults to the time of the import',
    }),
    originalPdfBytes: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    docket: Type.Optional(
      Type.Object(
        {
          name: short('A docket from the profile'),
          date: Type.Optional({ ...CalendarDate, description: 'Docket date; defaults to the receipt date' }),
        },
        { ...strict, description: 'The case is already on this docket; no intake starts' },
      ),
    ),
    closed: Type.Optional(
      Type.Object(
        {
          reason: short('A close reason from the profile, such as `decided` or `withdrawn`'),
          at: { ...Timestamp, description: 'When the case was closed' },
          outcome: Type.Optional(short('The outcome in the terms of the source')),
        },
        { ...strict, description: 'The case is closed; no work starts' },
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
    role: short('A party role, such as `appellant` or `representative`'),
    person: Type.Optional(Type.Object(PersonName.properties, strict)),
    organization: Type.Optional(short('Name of the organization, if the party is not a person')),
    ...happened,
  },
  strict,
)

const IssueRow = Type.Object(
  {
    type: Type.Literal('issue'),
    ...identified,
    case: Reference('case'),
    issueType: short('An issue type, such as `serviceConnection`'),
    benefitType: Type.Optional(short('`compensation`, `pension`')),
    scope: Type.Optional(long('Which part of it is contested')),
    description: Type.Optional(long('The issue in the words of the source')),
    disposition: Type.Optional(short('A disposition from the profile')),
    ...happened,
  },
  strict,
)

const DocumentRow = Type.Object(
  {
    type: Type.Literal('document'),
    ...identified,
    case: Reference('case'),
    name: short('Name of the document'),
    description: Type.Optional(long('Description of the document')),
    documentType: Type.Optional(short('A document type from the profile; suggests the category')),
    categories: Type.Optional(Type.Array(short('A category from the profile'), { maxItems: 20 })),
    receiptDate: CalendarDate,
    file: Type.Optional(
      nonEmpty(1000, { description: 'Path relative to the manifest, with `/` as separator' }),
    ),
    sha256: Type.Optional({
      ...Sha256,
      description: 'SHA-256 of the file; without `file`, refers to a file on an earlier line',
    }),
    firstPage: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'First page, if the file contains several documents',
      }),
    ),
    pageCount: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'Last page; defaults to the end of the file',
      }),
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
      oneOf(['fraction', 'point', 'pixel'], {
        default: 'fraction',
        description: '`fraction`: 0 to 1 of the page. `point`: 1/72 inch. `pixel`: 1/`dpi` inch',
      }),
    ),
    dpi: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 10_000, description: 'Only with `pixel`; defaults to 96' }),
    ),
    rotation: Type.Optional(
      Type.Union(
        [Type.Literal(0), Type.Literal(90), Type.Literal(180), Type.Literal(270), Type.Literal('page')],
        {
          default: 0,
          description:
            'Clockwise rotation of the page when measured; `page` uses the rotation set in the file',
        },
      ),
    ),
    origin: Type.Optional(
      oneOf(['topLeft', 'bottomLeft'], {
        default: 'topLeft',
        description: 'The corner of the rotated page that x and y are measured from',
      }),
    ),
  },
  { ...strict, description: 'Units of x, y and rects; defaults to those of the API' },
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
    page: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'Page within the document, starting at 1',
    }),
    x: Type.Optional(Type.Number()),
    y: Type.Optional(Type.Number()),
    rects: Type.Optional(Type.Array(MeasuredBox, { maxItems: 500, description: 'Marked areas on the page' })),
    units: Type.Optional(PageUnits),
    quote: Type.Optional(long('The marked words')),
    visibility: Type.Optional(visibility),
    comment: Type.Optional(long('The comment')),
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
    what: short('What happened, in the words of the source, such as `hearing held`'),
    details: Type.Optional(long('Further details from the source')),
    at: { ...Timestamp, description: 'When it happened; must be in the past' },
    by: happened.by,
  },
  strict,
)

const TaskRow = Type.Object(
  {
    type: Type.Literal('task'),
    ...identified,
    case: Reference('case'),
    taskType: short('A task type from the profile; the task is opened'),
    team: Type.Optional(short('The team assigned; defaults to the team of the task type')),
    instructions: Type.Optional(long('Instructions for whoever works on it')),
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
