import { Anchor, newAnchor } from './anchors.ts'
import { nonEmpty, oneOf, strict } from './text.ts'
import Type, { type Static, type TSchema } from './type.ts'

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
  return Type.Union([TextRun, LineBreak, citation])
}

const runs = <Inline extends TSchema>(inline: Inline) => Type.Array(inline, { maxItems: 2000 })

/** Blocks hold text, never blocks: a document is a flat list, and a list item says how deep it stands. */
export function textBlocksOf<Inline extends TSchema>(inline: Inline) {
  return Type.Union([
    Type.Object({ type: Type.Literal('paragraph'), content: runs(inline) }, strict),
    Type.Object(
      {
        type: Type.Literal('heading'),
        level: Type.Integer({
          minimum: 1,
          maximum: 3,
          description: 'Level below the heading of its section',
        }),
        content: runs(inline),
      },
      strict,
    ),
    Type.Object({ type: Type.Literal('quote'), content: runs(inline) }, strict),
    Type.Object(
      {
        type: Type.Literal('list'),
        isOrdered: Type.Boolean(),
        items: Type.Array(
          Type.Object(
            {
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
  ])
}

/** Text of the library of the profile: read as it stands there, until the author edits it or it is signed. */
export function boilerplateOf<TextBlock extends TSchema>(textBlock: TextBlock) {
  return Type.Object(
    {
      type: Type.Literal('boilerplate'),
      entryId: nonEmpty(100),
      version: Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'The version the author has seen',
      }),
      edited: Type.Optional(
        Type.Array(textBlock, { maxItems: 500, description: 'Replaces the text of the entry' }),
      ),
    },
    strict,
  )
}

export const Inline = inlineOf(InlineCitation)
export type Inline = Static<typeof Inline>

export const TextBlock = textBlocksOf(Inline)
export type TextBlock = Static<typeof TextBlock>

export const BoilerplateReference = boilerplateOf(TextBlock)
export type BoilerplateReference = Static<typeof BoilerplateReference>

export const Block = Type.Union([TextBlock, BoilerplateReference])
export type Block = Static<typeof Block>

export const NewInline = inlineOf(NewInlineCitation)
export type NewInline = Static<typeof NewInline>

export const NewTextBlock = textBlocksOf(NewInline)

export const NewBlock = Type.Union([NewTextBlock, boilerplateOf(NewTextBlock)])

export const mostBlocks = 2000

export const richText = Type.Array(Block, { maxItems: mostBlocks })

export const newRichText = Type.Array(NewBlock, { maxItems: mostBlocks })
export type NewRichText = Static<typeof newRichText>
