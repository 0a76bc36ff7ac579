import { Actor } from './envelope.ts'
import { issueDecision } from './issues.ts'
import { limit } from './paging.ts'
import { Block, blockId, Inline, NewBlock, NewInline } from './rich-text.ts'
import { json, type Row } from './route.ts'
import { sample } from './sample.ts'
import { nonBlank, nonEmpty, oneOf, strict, Timestamp } from './text.ts'
import Type, { type Static, type TSchema } from './type.ts'
import { ofProduct, WorkProductChanged } from './work-products.ts'

export const section = Type.Object(
  {
    part: oneOf(['opening', 'issue', 'closing']),
    issueId: Type.Optional(nonEmpty(100, { description: 'For the part issue' })),
  },
  { ...strict, description: 'A section of the text' },
)
export type SectionName = Static<typeof section>

const after = Type.Union([blockId, Type.Null()], {
  description: 'The block it follows; null to come first in the section',
})

const place = Type.Integer({ minimum: 0, maximum: 10_000_000 })

/** Where a span lies: its block, and the item or the cell in it. Offsets count UTF-16 units; what is no text counts as one. */
const Span = Type.Object(
  {
    from: place,
    to: { ...place, description: 'The first position behind the span' },
    itemId: Type.Optional({ ...blockId, description: 'The item of a list' }),
    rowId: Type.Optional({ ...blockId, description: 'The row of a table; left out for its header' }),
    cell: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 100, description: 'The cell of a row, starting at 0' }),
    ),
  },
  strict,
)
export type Span = Static<typeof Span>

function operationOf<B extends TSchema, I extends TSchema>(block: B, inline: I) {
  return Type.Union([
    Type.Object(
      { type: Type.Literal('replace'), blockId, block },
      { ...strict, description: 'Replaces a block; it keeps its ID' },
    ),
    Type.Object(
      {
        type: Type.Literal('replaceSpan'),
        blockId,
        span: Span,
        content: Type.Array(inline, { maxItems: 2000 }),
      },
      {
        ...strict,
        description:
          'Replaces part of what stands in a block. Offsets count UTF-16 units; a line break, a citation and a footnote count as one',
      },
    ),
    Type.Object(
      { type: Type.Literal('insertAfter'), section, after, block },
      { ...strict, description: 'Adds a block behind another, or first in a section' },
    ),
    Type.Object({ type: Type.Literal('remove'), blockId }, strict),
    Type.Object(
      { type: Type.Literal('move'), blockId, section, after },
      { ...strict, description: 'Moves a block, also to another section; it keeps its ID' },
    ),
    Type.Object({ type: Type.Literal('setTitle'), title: nonBlank(300) }, strict),
    Type.Object(
      { type: Type.Literal('addSection'), issueId: nonEmpty(100) },
      { ...strict, description: 'Adds an empty section for an issue; nothing changes if there is one' },
    ),
    Type.Object(
      { type: Type.Literal('removeSection'), issueId: nonEmpty(100) },
      { ...strict, description: 'Removes the section of an issue if it is empty; nothing changes otherwise' },
    ),
    Type.Object(
      { type: Type.Literal('orderSections'), issueIds: Type.Array(nonEmpty(100), { maxItems: 500 }) },
      {
        ...strict,
        description:
          'Puts the sections of these issues in this order, before the others. A signed decision has them in the order of the issues',
      },
    ),
  ])
}

/** As it comes in: blocks may come without an ID, and citations with a page alone. */
export const NewOperation = operationOf(NewBlock, NewInline)
export type NewOperation = Static<typeof NewOperation>

/** As it was applied. */
export const Operation = operationOf(Block, Inline)
export type Operation = Static<typeof Operation>

/** The decision on one issue, as the text says it. */
export const NewDisposition = Type.Object(
  { issueId: nonEmpty(100), ...issueDecision.properties },
  { ...strict, examples: [{ issueId: 'issue_01kbr5t8c1e3g5j7m9p1r3t5w7', disposition: 'allowed' }] },
)
export type NewDisposition = Static<typeof NewDisposition>

export const mostOperations = 1000

export const revision = Type.Integer({ minimum: 0, maximum: 1_000_000_000, examples: [0] })

export const NewOperations = Type.Object(
  {
    base: { ...revision, description: 'The revision that the operations were made on' },
    operations: Type.Array(NewOperation, { maxItems: mostOperations }),
    dispositions: Type.Optional(
      Type.Array(NewDisposition, {
        maxItems: 500,
        description:
          'What issues are decided on, with the text that says so: all of it is written, or nothing',
      }),
    ),
  },
  {
    ...strict,
    examples: [
      {
        base: 0,
        operations: [
          {
            type: 'insertAfter',
            section: { part: 'opening' },
            after: null,
            block: {
              type: 'paragraph',
              id: 'blk_01kbr2n4f3h5k7n9q1s3v5x7z9',
              content: [{ type: 'text', text: 'This matter is before the board on appeal.' }],
            },
          },
        ],
      },
    ],
  },
)
export type NewOperations = Static<typeof NewOperations>

const blockOrNone = Type.Union([Block, Type.Null()])

export const Conflict = Type.Object(
  {
    blockId,
    operations: Type.Array(Type.Integer({ minimum: 0 }), {
      description: 'The operations on it, by their index: none was applied',
    }),
    base: { ...blockOrNone, description: 'The block as it was at `base`; null if it was not there' },
    theirs: { ...blockOrNone, description: 'The block as it is now; null if it was removed' },
    yours: { ...blockOrNone, description: 'The block as you would have it; null if you removed it' },
  },
  { description: 'A block that somebody else has changed since `base`' },
)
export type Conflict = Static<typeof Conflict>

const titleConflict = Type.Object(
  {
    operations: Type.Array(Type.Integer({ minimum: 0 }), {
      description: 'The operations on it, by their index: none was applied',
    }),
    base: Type.String({ description: 'The title as it was at `base`' }),
    theirs: Type.String({ description: 'The title as it is now' }),
    yours: Type.String({ description: 'The title as you would have it' }),
  },
  { description: 'The title, if somebody else has changed it since `base`' },
)
export type TitleConflict = Static<typeof titleConflict>

export const OperationsApplied = Type.Object({
  revision: { ...revision, description: 'The revision of the text now; send it as the next `base`' },
  version: Type.Integer({ minimum: 1, description: 'The last version' }),
  applied: Type.Array(Type.Integer({ minimum: 0 }), {
    description: 'The operations that were applied, by their index',
  }),
  ids: Type.Record(Type.String(), blockId, {
    description: 'The IDs that the service gave to blocks, by the index of the operation',
  }),
  conflicts: Type.Array(Conflict, { description: 'Operations that were not applied' }),
  title: Type.Optional(titleConflict),
})
export type OperationsApplied = Static<typeof OperationsApplied>

export const TextChange = Type.Object({
  revision,
  by: Actor,
  at: Timestamp,
  operations: Type.Array(Operation),
  proposal: Type.Optional(
    Type.Object({ id: Type.String(), by: Actor }, { description: 'The proposal that it was, and whose' }),
  ),
})
export type TextChange = Static<typeof TextChange>

export const TextChanges = Type.Object({
  revision: { ...revision, description: 'The revision of the text now' },
  version: Type.Integer({ minimum: 1, description: 'The last version' }),
  changes: Type.Array(TextChange, {
    description:
      'Oldest first; fewer than `limit` where they are long. Those behind the last have not been returned yet, up to `revision`',
  }),
})

export const tag = 'Drafts'

export const routes = {
  changeText: {
    method: 'POST',
    path: '/cases/{id}/work-products/{productId}/operations',
    audience: 'deliberation',
    needs: { dependsOnRequest: ['draft', 'decideIssues'] },
    trace: 'change',
    summary: 'Change the text of a draft, block by block',
    description:
      'Durable when answered; a version for the history follows when the author pauses, submits or asks for one. Operations on blocks that somebody else has changed since `base` are not applied: they come back with the block as it was, as it is now, and as you would have it. The title is treated the same way. 409 if `base` is a revision that the text never had. Those may write who may save; `dispositions` also takes the action `decideIssues`.',
    params: ofProduct,
    body: NewOperations,
    bodyLimit: 4 * 1024 ** 2,
    answers: { 200: json('What was applied, and what is in conflict', OperationsApplied) },
    sdk: {
      call: 'client.workProducts.changeText',
      takes: ['changes'],
      example: sample`
        const { revision } = await client.workProducts.get(caseId, workProductId)
        const { conflicts } = await client.workProducts.changeText(caseId, workProductId, {
          base: revision,
          operations: [{ type: 'setTitle', title: 'Decision and order' }],
        })
        for (const { theirs, yours } of conflicts) console.log(theirs, yours)
      `,
    },
  },
  listTextChanges: {
    method: 'GET',
    path: '/cases/{id}/work-products/{productId}/operations',
    audience: 'deliberation',
    needs: 'readDeliberations',
    trace: { view: 'workProduct' },
    summary: 'List the changes of a text after a revision',
    params: ofProduct,
    query: Type.Object({
      after: Type.Optional({ ...revision, description: 'Return only changes after this revision' }),
      limit: limit(1000, 200),
    }),
    answers: { 200: json('The changes', TextChanges) },
    servedBy: { call: ['writing.changes', 'target', 'query'] },
    sdk: {
      call: 'client.workProducts.textChanges',
      example: sample`
        const { changes } = await client.workProducts.textChanges(caseId, workProductId, { after: 0 })
        for (const { revision, by } of changes) console.log(revision, by.name)
      `,
    },
  },
  keepVersion: {
    method: 'POST',
    path: '/cases/{id}/work-products/{productId}/versions',
    audience: 'deliberation',
    needs: 'draft',
    trace: 'change',
    summary: 'Keep the text as it is now as a version',
    description: 'Nothing happens if the text has not changed since the last version.',
    params: ofProduct,
    answers: { 200: json('The work product', WorkProductChanged) },
    servedBy: { call: ['writing.keep', 'target', 'editing'] },
    sdk: {
      call: 'client.workProducts.keepVersion',
      example: sample`
        const { version } = await client.workProducts.keepVersion(caseId, workProductId)
      `,
    },
  },
} as const satisfies Record<string, Row>
