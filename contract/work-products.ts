import Type, { type Static } from 'typebox'
import { shownTo } from './audience.ts'
import { DecisionPackage, Finding, PackageCitation, PackageSection } from './decision-package.ts'
import { CommentPlace } from './events/work-products.ts'
import { Actor } from './events.ts'
import { NewRichText, RichText } from './rich-text.ts'
import { Sha256, Timestamp } from './text.ts'

const strict = { additionalProperties: false }
const versionNumber = Type.Integer({ minimum: 1, maximum: 1_000_000, examples: [3] })
const title = Type.String({ minLength: 1, maxLength: 300, pattern: '\\S', examples: ['Decision'] })
const why = Type.String({ minLength: 1, maxLength: 5000, pattern: '\\S' })
const mostIssues = 500

export const WorkProductContent = Type.Object({
  opening: RichText,
  issues: Type.Array(Type.Object({ issueId: Type.String(), content: RichText })),
  closing: RichText,
})
export type WorkProductContent = Static<typeof WorkProductContent>

export const NewWorkProductContent = Type.Object(
  {
    opening: NewRichText,
    issues: Type.Array(
      Type.Object({ issueId: Type.String({ minLength: 1, maxLength: 100 }), content: NewRichText }, strict),
      { maxItems: mostIssues, description: 'One section an issue; signed in the order of the issues' },
    ),
    closing: NewRichText,
  },
  strict,
)
export type NewWorkProductContent = Static<typeof NewWorkProductContent>

export const workProductStatuses = [
  'draft',
  'inReview',
  'signed',
  'released',
  'recalled',
  'discarded',
] as const
export type WorkProductStatus = (typeof workProductStatuses)[number]

const Done = Type.Object({ by: Actor, at: Timestamp })
const DoneWithReason = shownTo('party', Type.Object({ by: Actor, at: Timestamp, why: Type.String() }), {
  staff: ['why'],
})

export const SealedFile = Type.Object({
  sha256: Sha256,
  bytes: Type.Integer({ minimum: 0 }),
  href: Type.String({ description: 'Where the PDF is' }),
})
export type SealedFile = Static<typeof SealedFile>

export const WorkProductSummary = Type.Object({
  id: Type.String({ examples: ['wp_01kbr2n4f3h5k7n9q1s3v5x7z9'] }),
  title: Type.String(),
  status: Type.Unsafe<WorkProductStatus>(
    Type.Union(
      workProductStatuses.map((status) => Type.Literal(status)),
      { description: 'Returned, it is a draft again', examples: ['draft'] },
    ),
  ),
  version: { ...versionNumber, description: 'Of its content; send it as `baseVersion`' },
  drafted: Done,
  saved: Done,
  submitted: Type.Optional(Done),
  returned: Type.Optional(
    Type.Object({ by: Actor, at: Timestamp, reasons: Type.Array(Type.String()) }, { description: 'Last' }),
  ),
  signed: Type.Optional(
    Type.Object(
      { by: Actor, at: Timestamp, packageSha256: Sha256 },
      { description: 'It never changes again' },
    ),
  ),
  cleared: Type.Optional(
    Type.Object({ by: Actor, at: Timestamp }, { description: 'It is released as soon as it is sealed' }),
  ),
  released: Type.Optional(Done),
  recalled: Type.Optional(DoneWithReason),
  discarded: Type.Optional(DoneWithReason),
  openComments: Type.Integer({ minimum: 0 }),
})
export type WorkProductSummary = Static<typeof WorkProductSummary>

export const WorkProduct = Type.Object({
  ...WorkProductSummary.properties,
  content: WorkProductContent,
})
export type WorkProduct = Static<typeof WorkProduct>

export const WorkProductList = Type.Object({ workProducts: Type.Array(WorkProductSummary) })
export const WorkProductDetail = Type.Object({ workProduct: WorkProduct })
export const WorkProductChanged = Type.Object({
  workProduct: Type.Object({
    id: Type.String(),
    title: Type.String(),
    status: WorkProductSummary.properties.status,
    version: versionNumber,
    packageSha256: Type.Optional({ ...Sha256, description: 'Once it is signed' }),
  }),
})
export type WorkProductChanged = Static<typeof WorkProductChanged>

export const NewWorkProduct = Type.Object(
  {
    title: Type.Optional(title),
    content: Type.Optional(NewWorkProductContent),
    from: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'A work product of the case, recalled or discarded, whose text this one begins with',
      }),
    ),
  },
  {
    ...strict,
    description: 'Without content, an empty section for each issue that is decided',
    examples: [{ title: 'Decision' }],
  },
)
export type NewWorkProduct = Static<typeof NewWorkProduct>

export const SaveWorkProduct = Type.Object(
  {
    baseVersion: { ...versionNumber, description: 'What the author began with; a stale one is refused' },
    title: Type.Optional(title),
    content: NewWorkProductContent,
  },
  strict,
)

export const WorkProductVersion = Type.Object({
  version: versionNumber,
  title: Type.String(),
  contentSha256: Sha256,
  saved: Done,
})
export type WorkProductVersion = Static<typeof WorkProductVersion>

export const WorkProductVersionList = Type.Object({
  versions: Type.Array(WorkProductVersion, { description: 'Newest first' }),
  next: Type.Optional(Type.String({ description: 'Pass as `after` for older ones; absent at the end' })),
})

export const WorkProductVersionDetail = Type.Object({
  version: Type.Object({ ...WorkProductVersion.properties, content: WorkProductContent }),
})

export const VersionsQuery = Type.Object({
  after: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Only older ones' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
})

const ofVersion = { ...versionNumber, description: 'The version that it is about; a stale one is refused' }

export const SubmitWorkProduct = Type.Object({ version: ofVersion }, strict)

export const ReturnWorkProduct = Type.Object(
  { version: ofVersion, reasons: Type.Array(why, { minItems: 1, maxItems: 50 }) },
  strict,
)

export const SignWorkProduct = Type.Object({ version: ofVersion }, strict)

export const WithReason = Type.Object({ why }, strict)

const commentText = Type.String({ minLength: 1, maxLength: 10_000, pattern: '\\S' })

export const NewComment = Type.Object(
  {
    text: commentText,
    place: Type.Optional(CommentPlace),
    inReplyTo: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'The comment that began the thread' }),
    ),
  },
  strict,
)
export type NewComment = Static<typeof NewComment>

export const Comment = Type.Object({
  id: Type.String(),
  version: { ...versionNumber, description: 'The version that it was made on' },
  text: Type.String(),
  place: Type.Optional(CommentPlace),
  inReplyTo: Type.Optional(Type.String()),
  by: Actor,
  at: Timestamp,
  resolved: Type.Optional(Done),
})
export type Comment = Static<typeof Comment>

export const CommentDetail = Type.Object({ comment: Comment })
export const CommentList = Type.Object({
  comments: Type.Array(Comment, { description: 'Oldest first; a reply names the thread that it is in' }),
})
export const SetResolved = Type.Object({ resolved: Type.Boolean() }, strict)

export const Blockers = Type.Object({
  version: versionNumber,
  maySign: Type.Boolean({ description: 'Nothing stands in the way' }),
  blockers: Type.Array(Finding, { description: 'What stands in the way' }),
  warnings: Type.Array(Finding, { description: 'What whoever signs should know' }),
})
export type Blockers = Static<typeof Blockers>

const ofWorkProduct = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Of this one, rather than of what was signed last',
  }),
)

const { status: _, ...citation } = PackageCitation.properties

export const WorkProductPreview = Type.Object({
  version: versionNumber,
  sections: Type.Array(PackageSection, {
    description:
      'As they would be frozen: in the order of the issues, with the text of boilerplate filled in',
  }),
  citations: Type.Array(Type.Object(citation), { description: 'As they would be numbered' }),
})
export type WorkProductPreview = Static<typeof WorkProductPreview>

export const DecisionPackageQuery = Type.Object({
  workProductId: ofWorkProduct,
  format: Type.Optional(
    Type.Union([Type.Literal('json'), Type.Literal('zip')], {
      default: 'json',
      description: '`zip`: with the sealed PDF, the documents that are cited, the events and their proof',
    }),
  ),
})

export const DecisionFileQuery = Type.Object({ workProductId: ofWorkProduct })

export const DecisionPackageDetail = Type.Object({
  sha256: { ...Sha256, description: 'Of the canonical JSON of `package`' },
  status: Type.Union([Type.Literal('signed'), Type.Literal('released'), Type.Literal('recalled')], {
    examples: ['released'],
  }),
  position: Type.Integer({ minimum: 1, description: 'Of the event `workProduct.signed` among all events' }),
  recalled: Type.Optional(DoneWithReason),
  file: Type.Union([SealedFile, Type.Null()], { description: 'The sealed PDF; null until it is made' }),
  package: DecisionPackage,
})
export type DecisionPackageDetail = Static<typeof DecisionPackageDetail>

export const named = {
  Blockers,
  Comment,
  CommentDetail,
  CommentList,
  DecisionPackageDetail,
  NewComment,
  NewWorkProduct,
  NewWorkProductContent,
  ReturnWorkProduct,
  SaveWorkProduct,
  SealedFile,
  SetResolved,
  SignWorkProduct,
  SubmitWorkProduct,
  WithReason,
  WorkProduct,
  WorkProductChanged,
  WorkProductContent,
  WorkProductDetail,
  WorkProductList,
  WorkProductPreview,
  WorkProductSummary,
  WorkProductVersion,
  WorkProductVersionDetail,
  WorkProductVersionList,
}
