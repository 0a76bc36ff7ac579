import { shownTo } from './audience.ts'
import {
  doneWithReason,
  Finding,
  LayoutSection,
  PackageCitation,
  PackageDisposition,
  PackageSection,
  packageAuthorities,
  Recipient,
} from './decision-package.ts'
import { Actor } from './envelope.ts'
import { issueStatuses } from './issues.ts'
import { limit, next } from './paging.ts'
import { blockId, newRichText, richText } from './rich-text.ts'
import { bytes, done, json, ofCase, type Row } from './route.ts'
import { sample } from './sample.ts'
import { Assignee, ends, override } from './tasks.ts'
import { nonBlank, nonEmpty, oneOf, Sha256, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const sectionFields = {
  part: oneOf(['opening', 'issue', 'closing']),
  issueId: Type.Optional(nonEmpty(100)),
}

const Quote = Type.Object(
  {
    exact: nonEmpty(5000, {
      description:
        'The words that are meant. What is no text, such as a citation, is one U+FFFC; items and cells are on lines of their own',
    }),
    prefix: Type.Optional(Type.String({ maxLength: 200, description: 'What stands before them' })),
    suffix: Type.Optional(Type.String({ maxLength: 200, description: 'What stands behind them' })),
  },
  { ...strict, description: 'Words of the block, which the comment follows through edits' },
)
export type Quote = Static<typeof Quote>

const CommentPlace = Type.Object(
  {
    ...sectionFields,
    block: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 100_000, description: 'Zero-based index in its section' }),
    ),
    blockId: Type.Optional({
      ...blockId,
      description: 'The block, which the comment follows; the service fills it in where `block` is given',
    }),
  },
  {
    additionalProperties: false,
    description: 'The part of the text it refers to; defaults to the whole text',
  },
)
export type CommentPlace = Static<typeof CommentPlace>

const QuotedPlace = Type.Object(
  { ...CommentPlace.properties, quote: Type.Optional(Quote) },
  { ...strict, description: 'The part of the text it refers to; defaults to the whole text' },
)
export type QuotedPlace = Static<typeof QuotedPlace>

const PlaceNow = Type.Object(
  {
    ...sectionFields,
    block: Type.Integer({ minimum: 0, description: 'Zero-based index in its section' }),
    blockId,
    from: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Where its quoted words begin, in the text of the block' }),
    ),
    to: Type.Optional(Type.Integer({ minimum: 0, description: 'The first position behind them' })),
  },
  { description: 'Where it stands in the text as it is now' },
)
export type PlaceNow = Static<typeof PlaceNow>

export const commentStates = ['holds', 'moved', 'changed', 'gone'] as const
export type CommentState = (typeof commentStates)[number]

const versionNumber = Type.Integer({ minimum: 1, maximum: 1_000_000, examples: [1] })
const title = nonBlank(300, { examples: ['Decision'] })
const why = nonBlank(5000, { examples: ['The reasons do not address the lay evidence.'] })
const revisionNumber = Type.Integer({ minimum: 0, maximum: 1_000_000_000, examples: [0] })
const mostIssues = 500

export const WorkProductContent = Type.Object({
  opening: richText,
  issues: Type.Array(Type.Object({ issueId: Type.String(), content: richText })),
  closing: richText,
})
export type WorkProductContent = Static<typeof WorkProductContent>

export const NewWorkProductContent = Type.Object(
  {
    opening: newRichText,
    issues: Type.Array(Type.Object({ issueId: nonEmpty(100), content: newRichText }, strict), {
      maxItems: mostIssues,
      description: 'One section per issue; a signed decision has them in issue order',
    }),
    closing: newRichText,
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

export const WorkProductSummary = Type.Object({
  id: Type.String({ examples: ['wp_01kbr2n4f3h5k7n9q1s3v5x7z9'] }),
  title: Type.String(),
  status: oneOf(workProductStatuses, {
    description: 'A returned work product is a draft again',
    examples: ['draft'],
  }),
  version: { ...versionNumber, description: 'The last version; send it as `baseVersion`' },
  drafted: Done,
  saved: Done,
  submitted: Type.Optional(Done),
  returned: Type.Optional(
    Type.Object(
      { by: Actor, at: Timestamp, reasons: Type.Array(Type.String()) },
      { description: 'The latest return' },
    ),
  ),
  signed: Type.Optional(
    Type.Object(
      { by: Actor, at: Timestamp, packageSha256: Sha256 },
      { description: 'Set once signed; the text cannot change after that' },
    ),
  ),
  cleared: Type.Optional(
    Type.Object({ by: Actor, at: Timestamp }, { description: 'Cleared for release as soon as it is sealed' }),
  ),
  released: Type.Optional(Done),
  recalled: Type.Optional(doneWithReason),
  discarded: Type.Optional(doneWithReason),
  openComments: Type.Integer({ minimum: 0 }),
  openProposals: Type.Integer({ minimum: 0 }),
})
export type WorkProductSummary = Static<typeof WorkProductSummary>

export const workProductActions = [
  'save',
  'comment',
  'submit',
  'return',
  'discard',
  'sign',
  'release',
  'recall',
] as const
export type WorkProductAction = (typeof workProductActions)[number]
const workProductAction = oneOf(workProductActions)

/** What the caller may do with a work product. */
export const WorkProductActions = Type.Object({
  may: Type.Array(workProductAction),
  override: Type.Array(workProductAction, {
    description: 'Accepted only with `override`, a reason, because somebody else holds the task',
  }),
  heldBy: Type.Union([Assignee, Type.Null()], {
    description: 'Who holds it now: for drafting, or for review once submitted; null if nobody does',
  }),
})
export type WorkProductActions = Static<typeof WorkProductActions>

/** The list of issues changes while a decision is written: no section is lost with its issue. */
export const OutlineSection = Type.Object({
  issueId: Type.String(),
  number: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
    description: 'The number of the issue in this decision; null if it is not of it any more',
  }),
  status: oneOf(issueStatuses),
  isWritten: Type.Boolean({ description: 'Whether the text has a section for it that is not empty' }),
  into: Type.Optional(
    Type.Array(Type.String(), { description: 'The issues that it was split or merged into' }),
  ),
})
export type OutlineSection = Static<typeof OutlineSection>

const WrittenIn = Type.Object(
  {
    binding: Type.String({ description: 'The binding of the authoring port', examples: ['main'] }),
    by: Assignee,
    since: Timestamp,
    changedAt: Type.Optional({ ...Timestamp, description: 'When something came from there last' }),
  },
  { description: 'The other editor that a draft is open in, and who writes there' },
)
export type WrittenIn = Static<typeof WrittenIn>

export const WorkProduct = Type.Object({
  ...WorkProductSummary.properties,
  writtenIn: Type.Optional(WrittenIn),
  revision: {
    ...revisionNumber,
    description: 'The revision of the content, which changes with every operation; send it as `base`',
  },
  changed: Type.Optional({
    ...Done,
    description: 'The last change, where the content has changed since the last version',
  }),
  content: WorkProductContent,
  outline: Type.Array(OutlineSection, {
    description:
      'The sections of issues in the order of the issues now, also of those that have none yet. What was written for an issue that left the list stands before those that it became, or last',
  }),
  actions: WorkProductActions,
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
    packageSha256: Type.Optional({ ...Sha256, description: 'Set once signed' }),
  }),
})
export type WorkProductChanged = Static<typeof WorkProductChanged>

export const NewWorkProduct = Type.Object(
  {
    title: Type.Optional(title),
    content: Type.Optional(NewWorkProductContent),
    from: Type.Optional(
      nonEmpty(100, {
        description: 'A recalled or discarded work product of the case to copy the text from',
      }),
    ),
  },
  {
    ...strict,
    description: 'Without content, starts with an empty section for each decided issue',
    examples: [{ title: 'Decision' }],
  },
)
export type NewWorkProduct = Static<typeof NewWorkProduct>

const contentExample = {
  opening: [],
  issues: [
    {
      issueId: 'issue_01kbr5t8c1e3g5j7m9p1r3t5w7',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Service connection is granted.' }] }],
    },
  ],
  closing: [],
}

export const SaveWorkProduct = Type.Object(
  {
    baseVersion: { ...versionNumber, description: 'The version the edit is based on; refused if stale' },
    base: Type.Optional({
      ...revisionNumber,
      description:
        'The revision the edit is based on, where operations have changed the text since that version; defaults to the text of the version',
    }),
    title: Type.Optional(title),
    content: NewWorkProductContent,
  },
  { ...strict, examples: [{ baseVersion: 1, content: contentExample }] },
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
  next,
})

export const WorkProductVersionDetail = Type.Object({
  version: Type.Object({ ...WorkProductVersion.properties, content: WorkProductContent }),
})

const VersionsQuery = Type.Object({
  after: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Return only versions before this one' }),
  ),
  limit: limit(500, 100),
})

const stale = { ...versionNumber, description: 'The current version; refused if stale' }

export const SubmitWorkProduct = Type.Object(
  { version: stale, override, ends },
  { ...strict, examples: [{ version: 1 }] },
)

export const ReturnWorkProduct = Type.Object(
  { version: stale, reasons: Type.Array(why, { minItems: 1, maxItems: 50 }), override },
  strict,
)

const shown = Type.String({
  minLength: 1,
  maxLength: 500,
  description:
    'The hash of what a signer is shown: text, dispositions, citations, recipients and findings; send it as `shown` when you sign',
})

export const SignWorkProduct = Type.Object(
  {
    version: stale,
    shown: Type.Optional({
      ...shown,
      description: '`shown` of the blockers or the preview that you read; 409 if any of it has changed since',
    }),
    override,
    ends,
  },
  { ...strict, examples: [{ version: 1 }] },
)

export const WithReason = Type.Object(
  { why, ends },
  { ...strict, examples: [{ why: 'A recipient is missing.' }] },
)

const commentText = nonBlank(10_000, { examples: ['Please cite the 1998 examination here.'] })

export const NewComment = Type.Object(
  {
    text: commentText,
    place: Type.Optional(QuotedPlace),
    inReplyTo: Type.Optional(nonEmpty(100, { description: 'The first comment of the thread' })),
    mentions: Type.Optional(
      Type.Array(nonEmpty(100), {
        maxItems: 50,
        uniqueItems: true,
        description:
          'The IDs of members to tell of it, who must see the drafts of the case; beside those whom `text` names as `@username`',
      }),
    ),
  },
  { ...strict, examples: [{ text: 'Please cite the 1998 examination here.' }] },
)
export type NewComment = Static<typeof NewComment>

export const Comment = Type.Object({
  id: Type.String(),
  version: { ...versionNumber, description: 'The version commented on' },
  text: Type.String(),
  place: Type.Optional(QuotedPlace),
  state: Type.Optional(
    oneOf(commentStates, {
      description:
        'Of a comment on a place. `holds`: its words are as they were. `moved`: they stand in another section or block. `changed`: they were changed. `gone`: they were removed',
    }),
  ),
  now: Type.Optional(PlaceNow),
  inReplyTo: Type.Optional(Type.String()),
  mentions: Type.Optional(
    Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
      description: 'The members that it tells',
    }),
  ),
  by: Actor,
  at: Timestamp,
  resolved: Type.Optional(Done),
})
export type Comment = Static<typeof Comment>

export const CommentDetail = Type.Object({ comment: Comment })
export const CommentList = Type.Object({
  comments: Type.Array(Comment, { description: 'Oldest first; a reply names its thread' }),
})
export const SetResolved = Type.Object({ resolved: Type.Boolean() }, strict)

const ofRevision = { ...revisionNumber, description: 'The revision of the text that it is of' }

export const Blockers = Type.Object({
  version: versionNumber,
  revision: ofRevision,
  shown,
  maySign: Type.Boolean({ description: 'Whether it can be signed: there are no blockers' }),
  blockers: Type.Array(Finding, { description: 'Findings that prevent signing' }),
  warnings: Type.Array(Finding, { description: 'Findings the signer should know about' }),
})
export type Blockers = Static<typeof Blockers>

const { status: _, ...citation } = PackageCitation.properties

export const WorkProductPreview = Type.Object({
  version: versionNumber,
  revision: ofRevision,
  shown,
  sections: Type.Array(PackageSection, {
    description: 'The sections as signing would freeze them: in issue order, with boilerplate filled in',
  }),
  layout: Type.Array(LayoutSection, {
    description: 'The blocks of the sections in the order in which the decision prints them',
  }),
  authorities: Type.Optional(packageAuthorities),
  citations: Type.Array(Type.Object(citation), { description: 'The citations as signing would number them' }),
  dispositions: Type.Array(PackageDisposition, {
    description: 'The decided issues as signing would freeze them',
  }),
  recipients: Type.Array(Recipient, { description: 'Who would be sent the decision' }),
  deliveredBy: Type.Array(Type.String(), {
    description:
      'The bindings of the output port that would deliver it; if there are none, it is sent by hand',
    examples: [['main']],
  }),
})
export type WorkProductPreview = Static<typeof WorkProductPreview>

export const ofProduct = Type.Object({
  ...ofCase.properties,
  productId: Type.String({ description: 'The ID of the work product' }),
})
const ofVersion = Type.Object({
  ...ofProduct.properties,
  version: Type.Integer({ minimum: 1, maximum: 1_000_000, examples: [1] }),
})
const ofComment = Type.Object({ ...ofProduct.properties, commentId: Type.String() })
const changed = { 200: json('The updated work product', WorkProductChanged) }

export const tag = 'Decisions'

export const routes = {
  listWorkProducts: {
    method: 'GET',
    path: '/cases/{id}/work-products',
    audience: 'deliberation',
    needs: 'readDeliberations',
    trace: { view: 'workProduct' },
    summary: 'List the work products of a case, newest first',
    params: ofCase,
    answers: { 200: json('The work products', WorkProductList) },
    servedBy: { call: ['workProducts.list', 'id'] },
    sdk: {
      call: 'client.workProducts.list',
      about: 'List the work products of a case, newest first, without their texts.',
      example: sample`
        for (const { title, status, version } of await client.workProducts.list(caseId)) {
          console.log(title, status, version)
        }
      `,
    },
  },
  draftWorkProduct: {
    method: 'POST',
    path: '/cases/{id}/work-products',
    audience: 'deliberation',
    needs: 'draft',
    trace: 'change',
    summary: 'Create a work product',
    description: 'A case has at most one work product in progress and one in force.',
    params: ofCase,
    body: NewWorkProduct,
    bodyLimit: 4 * 1024 ** 2,
    answers: { 201: json('The new work product', WorkProductChanged) },
    sdk: {
      call: 'client.workProducts.draft',
      takes: ['workProduct?'],
      about:
        'Create a work product: with an empty section for each decided issue, with the content you pass, or with that of another.',
      example: sample`
        await client.workProducts.discard(caseId, workProductId, 'Begun anew.')
        const { id, version } = await client.workProducts.draft(caseId, { title: 'Decision', from: workProductId })
        console.log(id, version)
      `,
    },
  },
  getWorkProduct: {
    method: 'GET',
    path: '/cases/{id}/work-products/{productId}',
    audience: 'deliberation',
    needs: 'readDeliberations',
    trace: { view: 'workProduct' },
    summary: 'Get a work product with its text',
    params: ofProduct,
    answers: { 200: json('The work product', WorkProductDetail) },
    sdk: {
      call: 'client.workProducts.get',
      example: sample`
        const { status, content } = await client.workProducts.get(caseId, workProductId)
        for (const { issueId, content: blocks } of content.issues) console.log(status, issueId, blocks.length)
      `,
    },
  },
  saveWorkProduct: {
    method: 'PUT',
    path: '/cases/{id}/work-products/{productId}',
    audience: 'deliberation',
    needs: 'draft',
    trace: 'change',
    summary: 'Save the text as the next version',
    description:
      'Returns 409 if `baseVersion` is not the latest. A citation may name only its page. While a task of drafting is open, only its holder and whoever holds the review can save; during review, only the latter.',
    params: ofProduct,
    body: SaveWorkProduct,
    bodyLimit: 4 * 1024 ** 2,
    answers: changed,
    sdk: {
      call: 'client.workProducts.save',
      takes: ['saved'],
      about:
        'Save the text as the next version. Fails with `conflict` if somebody else has saved since `baseVersion`.',
      example: sample`
        const { version: baseVersion } = await client.workProducts.get(caseId, workProductId)
        const { version } = await client.workProducts.save(caseId, workProductId, {
          baseVersion,
          content: {
            opening: [],
            issues: [
              {
                issueId,
                content: [
                  {
                    type: 'paragraph',
                    content: [
                      { type: 'text', text: 'The knee gave way in service ' },
                      { type: 'citation', anchor: { page: 1, quote: 'gave way in 1998' } },
                    ],
                  },
                ],
              },
            ],
            closing: [],
          },
        })
        console.log(version)
      `,
    },
  },
  listWorkProductVersions: {
    method: 'GET',
    path: '/cases/{id}/work-products/{productId}/versions',
    audience: 'deliberation',
    needs: 'readDeliberations',
    trace: { view: 'workProduct' },
    summary: 'List the versions of a work product, newest first',
    params: ofProduct,
    query: VersionsQuery,
    answers: { 200: json('The versions', WorkProductVersionList) },
    sdk: {
      call: 'client.workProducts.versions',
      example: sample`
        for await (const { version, saved } of client.workProducts.versions(caseId, workProductId)) {
          console.log(version, saved.by.name, saved.at)
        }
      `,
    },
  },
  getWorkProductVersion: {
    method: 'GET',
    path: '/cases/{id}/work-products/{productId}/versions/{version}',
    audience: 'deliberation',
    needs: 'readDeliberations',
    trace: { view: 'workProduct' },
    summary: 'Get a version with its text',
    params: ofVersion,
    answers: { 200: json('The version', WorkProductVersionDetail) },
    servedBy: { call: ['workProducts.version', 'target', 'version'] },
    sdk: {
      call: 'client.workProducts.version',
      example: sample`
        const { title, content } = await client.workProducts.version(caseId, workProductId, 1)
        console.log(title, content.opening.length)
      `,
    },
  },
  listComments: {
    method: 'GET',
    path: '/cases/{id}/work-products/{productId}/comments',
    audience: 'deliberation',
    needs: 'readDeliberations',
    trace: { view: 'workProduct' },
    summary: 'List the comments on a work product, oldest first',
    params: ofProduct,
    answers: { 200: json('The comments', CommentList) },
    servedBy: { call: ['workProducts.comments', 'target'] },
    sdk: {
      call: 'client.workProducts.comments',
      example: sample`
        const comments = await client.workProducts.comments(caseId, workProductId)
        console.log(comments.filter(({ resolved }) => !resolved).length)
      `,
    },
  },
  addComment: {
    method: 'POST',
    path: '/cases/{id}/work-products/{productId}/comments',
    audience: 'deliberation',
    needs: 'commentOnDrafts',
    trace: 'change',
    summary: 'Comment on a work product, or reply to a comment',
    params: ofProduct,
    body: NewComment,
    answers: { 201: json('The comment', CommentDetail) },
    sdk: {
      call: 'client.workProducts.comment',
      takes: ['comment'],
      about: 'Comment on a work product or a place in it, or reply to a comment.',
      example: sample`
        const { id } = await client.workProducts.comment(caseId, workProductId, { text: 'Is that so?' })
        await client.workProducts.comment(caseId, workProductId, { text: 'See page 1.', inReplyTo: id })
      `,
    },
  },
  setCommentResolved: {
    method: 'PUT',
    path: '/cases/{id}/work-products/{productId}/comments/{commentId}/resolved',
    audience: 'deliberation',
    needs: 'commentOnDrafts',
    trace: 'change',
    summary: 'Resolve or reopen a comment thread',
    params: ofComment,
    body: SetResolved,
    answers: { 204: done },
    servedBy: { command: 'workProduct.setResolved' },
    sdk: {
      call: 'client.workProducts.setResolved',
      isByHand: true,
      example: sample`
        const { id } = await client.workProducts.comment(caseId, workProductId, { text: 'Is that so?' })
        await client.workProducts.setResolved(caseId, workProductId, { commentId: id, resolved: true })
      `,
    },
  },
  submitWorkProduct: {
    method: 'POST',
    path: '/cases/{id}/work-products/{productId}/submit',
    audience: 'deliberation',
    needs: 'draft',
    trace: 'change',
    summary: 'Submit a draft for review',
    description:
      'While a task of drafting is open, for its holder and for whoever holds the review. A supervisor of the task submits with `override`, a reason.',
    params: ofProduct,
    body: SubmitWorkProduct,
    answers: changed,
    servedBy: { command: 'workProduct.submit' },
    sdk: {
      call: 'client.workProducts.submit',
      takes: ['version'],
      about:
        'Submit a draft for review, at the version you have seen. Pass the reason as `override` where you supervise the task of drafting and somebody else holds it.',
      example: sample`
        const { version } = await client.workProducts.get(caseId, workProductId)
        await client.workProducts.submit(caseId, workProductId, version)
      `,
    },
  },
  returnWorkProduct: {
    method: 'POST',
    path: '/cases/{id}/work-products/{productId}/return',
    audience: 'deliberation',
    needs: 'reviewDrafts',
    trace: 'change',
    summary: 'Return a work product in review to draft, with reasons',
    description:
      'For whoever holds the review. A supervisor of the task returns it with `override`, a reason.',
    params: ofProduct,
    body: ReturnWorkProduct,
    answers: changed,
    servedBy: { call: ['workProducts.giveBack', 'request', 'target', 'body'] },
    sdk: {
      call: 'client.workProducts.return',
      takes: ['returned'],
      example: sample`
        const { version } = await client.workProducts.get(caseId, workProductId)
        await client.workProducts.return(caseId, workProductId, { version, reasons: ['Cite the examination.'] })
      `,
    },
  },
  discardWorkProduct: {
    method: 'POST',
    path: '/cases/{id}/work-products/{productId}/discard',
    audience: 'deliberation',
    needs: 'draft',
    trace: 'change',
    summary: 'Discard an unsigned work product; it stays readable',
    params: ofProduct,
    body: WithReason,
    answers: changed,
    servedBy: { command: 'workProduct.discard' },
    sdk: {
      call: 'client.workProducts.discard',
      takes: ['why'],
      example: sample`
        await client.workProducts.discard(caseId, workProductId, 'Another draft is better.')
      `,
    },
  },
  getBlockers: {
    method: 'GET',
    path: '/cases/{id}/work-products/{productId}/blockers',
    audience: 'deliberation',
    needs: 'readDeliberations',
    trace: { view: 'workProduct' },
    summary: 'Check what blocks signing and what to warn about',
    params: ofProduct,
    answers: { 200: json('The findings', Blockers) },
    errors: [401, 403, 404, 422],
    servedBy: { call: ['workProducts.blockers', 'target', 'signature'] },
    sdk: {
      call: 'client.workProducts.blockers',
      example: sample`
        const { maySign, blockers, warnings } = await client.workProducts.blockers(caseId, workProductId)
        for (const { sentence } of [...blockers, ...warnings]) console.log(maySign, sentence)
      `,
    },
  },
  previewWorkProduct: {
    method: 'GET',
    path: '/cases/{id}/work-products/{productId}/preview',
    audience: 'deliberation',
    needs: 'readDeliberations',
    trace: { view: 'workProduct' },
    summary: 'Preview the text as signing would freeze it',
    params: ofProduct,
    answers: { 200: json('The text', WorkProductPreview) },
    servedBy: { call: ['workProducts.preview', 'target', 'signature'] },
    sdk: {
      call: 'client.workProducts.preview',
      about:
        'Preview the text as signing would freeze it: boilerplate filled in, citations numbered, issues in order.',
      example: sample`
        const { sections, citations } = await client.workProducts.preview(caseId, workProductId)
        console.log(sections.map(({ heading }) => heading), citations.length)
      `,
    },
  },
  previewWorkProductFile: {
    method: 'GET',
    path: '/cases/{id}/work-products/{productId}/preview/file',
    audience: 'deliberation',
    needs: 'readDeliberations',
    trace: { download: 'workProduct' },
    summary: 'Preview the decision as the PDF that signing would seal, marked as a draft',
    description:
      'Made by the typesetter of sealed decisions, and not kept. Undecided issues are not in it. Once it is signed, the sealed PDF is at `decision-package/file`.',
    params: ofProduct,
    answers: { 200: bytes('The draft', 'application/pdf') },
    errors: [400, 401, 403, 404, 416, 422, 429],
    sdk: {
      call: 'client.workProducts.previewFile',
      about:
        'Preview the decision as the PDF that signing would seal, marked as a draft. Nothing of it is kept.',
      example: sample`
        const file = await client.workProducts.previewFile(caseId, workProductId)
        console.log(file.contentType, (await file.bytes()).length)
      `,
    },
  },
  signWorkProduct: {
    method: 'POST',
    path: '/cases/{id}/work-products/{productId}/sign',
    audience: 'deliberation',
    needs: 'signDecisions',
    trace: 'change',
    summary: 'Sign a work product and freeze the decision package',
    description:
      'Only the member who holds the review signs. Anyone else needs the action `signForOthers` and an `override`, the reason, which the package and the event `override.used` keep. Freezes the content, the dispositions with their evidence, the recipients, the representation and the manifest of the file in one step. The package is available at once; the sealed PDF follows. If two people sign at the same time, one gets 409. With `shown`, so does whoever has read something else than what would be frozen now, with what has changed. A 422 names the first blocker.',
    params: ofProduct,
    body: SignWorkProduct,
    answers: changed,
    sdk: {
      call: 'client.workProducts.sign',
      takes: ['version'],
      about:
        'Sign the version you have seen and freeze the decision package. If two people sign at the same time, one gets `conflict`; a blocker is `stateForbids`. Only the member who holds the review signs: anyone else gets `forbidden`, unless they may sign for others and pass the reason as `override`. With `shown`, what is signed is what you read: if any of it has changed since, you get `conflict`, with what has changed.',
      example: sample`
        const { version, shown, warnings } = await client.workProducts.blockers(caseId, workProductId)
        for (const { sentence } of warnings) console.log(sentence)
        const { packageSha256 } = await client.workProducts.sign(caseId, workProductId, version, { shown })
        console.log(packageSha256)
      `,
    },
  },
  releaseWorkProduct: {
    method: 'POST',
    path: '/cases/{id}/work-products/{productId}/release',
    audience: 'staff',
    needs: 'releaseDecisions',
    trace: 'change',
    summary: 'Release a signed work product to its recipients',
    description:
      'Not needed if the profile releases at signing. While a quality review is open, only for its holder.',
    params: ofProduct,
    answers: changed,
    servedBy: { command: 'workProduct.release' },
    sdk: {
      call: 'client.workProducts.release',
      about:
        'Release a signed work product to its recipients. If it is not sealed yet, it stays `signed` until it is. Succeeds even if it is already released.',
      example: sample`
        const { status } = await client.workProducts.release(caseId, workProductId)
        console.log(status)
      `,
    },
  },
  recallWorkProduct: {
    method: 'POST',
    path: '/cases/{id}/work-products/{productId}/recall',
    audience: 'staff',
    needs: 'recallDecisions',
    trace: 'change',
    summary: 'Recall a signed work product, with a reason',
    description:
      'The package stays readable and is marked as recalled. Its issues can be decided again, and a new work product can be drafted, including from this one.',
    params: ofProduct,
    body: WithReason,
    answers: changed,
    servedBy: { command: 'workProduct.recall' },
    sdk: {
      call: 'client.workProducts.recall',
      takes: ['why'],
      about:
        'Recall a signed work product. The package stays readable, marked as recalled; the issues can be decided again.',
      example: sample`
        await client.workProducts.recall(caseId, workProductId, 'A page was missed.')
        const { id } = await client.workProducts.draft(caseId, { from: workProductId })
        console.log(id)
      `,
    },
  },
} as const satisfies Record<string, Row>

const of = { workProductId: Type.String() }
const version = { ...of, version: Type.Integer({ minimum: 1 }) }
const comment = { ...of, commentId: Type.String() }

const Saved = Type.Object({
  ...version,
  title: Type.String(),
  contentSha256: {
    ...Sha256,
    description: 'SHA-256 of the text, which only those who may read drafts can see',
  },
  issueIds: Type.Array(Type.String(), { description: 'The issues it has a section for' }),
})

const Signed = Type.Object({
  ...version,
  contentSha256: Sha256,
  packageSha256: { ...Sha256, description: 'SHA-256 of the canonical JSON of the decision package' },
  dispositions: Type.Array(
    Type.Object({
      issueId: Type.String(),
      disposition: Type.String(),
      reasons: Type.Array(Type.String()),
    }),
  ),
  recipients: Type.Array(Type.String(), { description: 'The parties the decision is sent to' }),
  warnings: Type.Array(Type.String(), { description: 'Codes of the warnings shown to the signer' }),
})

const saved = shownTo('deliberation', Saved, { integration: ['workProductId', 'version'] })

export const events = {
  'workProduct.drafted': saved,
  'workProduct.saved': saved,
  'workProduct.submitted': shownTo('integration', Type.Object(version)),
  'workProduct.returned': shownTo(
    'integration',
    Type.Object({
      ...version,
      reasonsSha256: {
        ...Sha256,
        description: 'SHA-256 of the reasons, which only those who may read drafts can see',
      },
    }),
    { deliberation: ['reasonsSha256'] },
  ),
  'workProduct.discarded': shownTo('deliberation', Type.Object({ ...of, why: Type.String() }), {
    integration: ['workProductId'],
  }),
  /** Discarded with the case, and written again since that was reopened. */
  'workProduct.reinstated': shownTo(
    'deliberation',
    Type.Object({ ...of, status: oneOf(['draft', 'inReview']), why: Type.String() }),
    { integration: ['workProductId', 'status'] },
  ),
  'workProduct.commented': shownTo(
    'deliberation',
    Type.Object({
      ...comment,
      version: Type.Integer({ minimum: 1 }),
      textSha256: {
        ...Sha256,
        description: 'SHA-256 of the text, which only those who may read drafts can see',
      },
      place: Type.Optional(CommentPlace),
      placeSha256: Type.Optional({
        ...Sha256,
        description: 'SHA-256 of the block at the time and the quoted words of it',
      }),
      inReplyTo: Type.Optional(Type.String()),
      mentions: Type.Optional(Type.Array(Type.String(), { description: 'The members that it tells' })),
    }),
  ),
  'workProduct.commentResolved': shownTo('deliberation', Type.Object(comment)),
  'workProduct.commentReopened': shownTo('deliberation', Type.Object(comment)),
  'workProduct.signed': shownTo('integration', Signed, { deliberation: ['warnings'] }),
  /** Nothing holds it back any more: it is released as soon as it is sealed. */
  'workProduct.cleared': shownTo('integration', Type.Object({ ...of, packageSha256: Sha256 })),
  'workProduct.released': shownTo('party', Type.Object({ ...of, packageSha256: Sha256 })),
  /** For a party only where it had been released. */
  'workProduct.recalled': shownTo(
    'party',
    Type.Object({
      ...of,
      packageSha256: Sha256,
      wasReleased: Type.Boolean({
        description: 'Whether it was released, so recipients may already have it',
      }),
      why: Type.String(),
    }),
    { staff: ['why'] },
  ),
  'workProduct.sealed': shownTo(
    'integration',
    Type.Object({
      ...of,
      packageSha256: Sha256,
      sha256: { ...Sha256, description: 'SHA-256 of the sealed PDF' },
      bytes: Type.Integer({ minimum: 1 }),
    }),
  ),
}
