import { Anchor, newAnchor } from './anchors.ts'
import { fieldValues } from './profile/boilerplate.ts'
import { nonEmpty, oneOf, strict } from './text.ts'
import Type, { type Static, type TSchema } from './type.ts'

/** Blocks, list items and table rows keep their ID for life: through edits, moves and versions. */
export const blockId = Type.String({
  pattern: '^blk_[0-9A-Za-z]{1,60}$',
  description: 'Unique in the text, and kept for life: through edits, moves and versions',
  examples: ['blk_01kbr2n4f3h5k7n9q1s3v5x7z9'],
})

/** Whoever makes a block may name it; the service names the rest. */
const newBlockId = Type.Optional({
  ...blockId,
  description:
    'Unique in the text. Left out, it is that of the block with the same or the most similar words, or a new one',
})

export const TextRun = Type.Object(
  {
    type: Type.Literal('text'),
    text: nonEmpty(50_000, { examples: ['Service connection is granted.'] }),
    marks: Type.Optional(
      Type.Array(oneOf(['bold', 'italic', 'underline']), {
        maxItems: 3,
        uniqueItems: true,
      }),
    ),
  },
  strict,
)

export const LineBreak = Type.Object({ type: Type.Literal('lineBreak') }, strict)

const label = Type.Optional(
  nonEmpty(500, {
    description: 'The citation as it reads in the sentence; defaults to the document and its page',
  }),
)

export const InlineCitation = Type.Object({ type: Type.Literal('citation'), anchor: Anchor, label }, strict)

export const NewInlineCitation = Type.Object(
  {
    type: Type.Literal('citation'),
    anchor: Type.Union([Anchor, newAnchor], {
      description: 'The complete anchor, or only a page: the service fills in the document and version',
    }),
    label,
  },
  strict,
)

/** Text that stands in a block; a citation is whatever the block is made for. */
export function inlineOf<Citation extends TSchema>(citation: Citation) {
  const note = Type.Object(
    {
      type: Type.Literal('footnote'),
      content: Type.Array(Type.Union([TextRun, LineBreak, citation]), { minItems: 1, maxItems: 200 }),
    },
    { ...strict, description: 'Numbered through the whole text; holds no footnotes itself' },
  )
  return Type.Union([TextRun, LineBreak, citation, note])
}

/** What a block in the section of an issue is, such as a finding: a name of the profile. */
export const blockPart = Type.Optional(
  Type.String({
    pattern: '^[a-z][A-Za-z0-9]{0,59}$',
    description:
      'What the block is: a name from `workProducts.parts` of the profile. Only in the section of an issue',
    examples: ['finding'],
  }),
)

const runs = <Inline extends TSchema>(inline: Inline) => Type.Array(inline, { maxItems: 2000 })

const mostColumns = 20

/**
 * Blocks hold text, never blocks: a document is a flat list, and a list item says how deep it stands. `id` is the field
 * that names blocks, list items and table rows.
 */
export function textBlocksOf<Inline extends TSchema, Id extends TSchema>(inline: Inline, id: Id) {
  const cells = Type.Array(Type.Object({ content: runs(inline) }, strict), {
    minItems: 1,
    maxItems: mostColumns,
  })
  return Type.Union([
    Type.Object({ type: Type.Literal('paragraph'), id, part: blockPart, content: runs(inline) }, strict),
    Type.Object(
      {
        type: Type.Literal('heading'),
        id,
        part: blockPart,
        level: Type.Integer({
          minimum: 1,
          maximum: 3,
          description: 'Level below the heading of its section',
        }),
        content: runs(inline),
      },
      strict,
    ),
    Type.Object({ type: Type.Literal('quote'), id, part: blockPart, content: runs(inline) }, strict),
    Type.Object(
      {
        type: Type.Literal('list'),
        id,
        part: blockPart,
        isOrdered: Type.Boolean(),
        items: Type.Array(
          Type.Object(
            {
              id,
              level: Type.Integer({ minimum: 0, maximum: 4, description: 'Nesting depth, starting at 0' }),
              content: runs(inline),
            },
            strict,
          ),
          { minItems: 1, maxItems: 1000 },
        ),
      },
      strict,
    ),
    Type.Object(
      {
        type: Type.Literal('table'),
        id,
        part: blockPart,
        caption: Type.Optional(nonEmpty(500, { description: 'Read before the table' })),
        header: { ...cells, description: 'One cell for each column; read aloud with every cell below it' },
        rows: Type.Array(Type.Object({ id, cells }, strict), {
          minItems: 1,
          maxItems: 1000,
          description: 'Each with as many cells as the header',
        }),
      },
      strict,
    ),
  ])
}

/** Text of the library of the profile: read as that version has it, until the author edits it or it is signed. */
export function boilerplateOf<TextBlock extends TSchema, Id extends TSchema>(textBlock: TextBlock, id: Id) {
  return Type.Object(
    {
      type: Type.Literal('boilerplate'),
      id,
      part: blockPart,
      entryId: nonEmpty(100),
      version: Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'The version that was taken: its text stays until the author takes another',
      }),
      values: Type.Optional(fieldValues),
      edited: Type.Optional(
        Type.Array(textBlock, { maxItems: 500, description: 'Replaces the text of the entry' }),
      ),
    },
    strict,
  )
}

export const Inline = inlineOf(InlineCitation)
export type Inline = Static<typeof Inline>

export const TextBlock = textBlocksOf(Inline, blockId)
export type TextBlock = Static<typeof TextBlock>

export const BoilerplateReference = boilerplateOf(TextBlock, blockId)
export type BoilerplateReference = Static<typeof BoilerplateReference>

export const Block = Type.Union([TextBlock, BoilerplateReference])
export type Block = Static<typeof Block>

export const NewInline = inlineOf(NewInlineCitation)
export type NewInline = Static<typeof NewInline>

export const NewTextBlock = textBlocksOf(NewInline, newBlockId)

export const NewBlock = Type.Union([NewTextBlock, boilerplateOf(NewTextBlock, newBlockId)])
export type NewBlock = Static<typeof NewBlock>

export const mostBlocks = 2000

export const richText = Type.Array(Block, { maxItems: mostBlocks })

export const newRichText = Type.Array(NewBlock, { maxItems: mostBlocks })
export type NewRichText = Static<typeof newRichText>
