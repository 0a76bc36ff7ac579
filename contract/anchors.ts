import { Box } from './marks.ts'
import { nonBlank, oneOf, Sha256, strict } from './text.ts'
import Type, { type Static } from './type.ts'

const place = {
  page: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, description: 'A page of the case', examples: [12] }),
  rect: Type.Optional(Box),
  quote: Type.Optional(
    nonBlank(2000, {
      description: 'The cited words, as they appear on the page',
      examples: ['at least as likely as not'],
    }),
  ),
}

/** Evidence that is cited: a page as it is stored, for ever, and what of it. */
export const Anchor = Type.Object(
  {
    documentId: Type.String({ maxLength: 100 }),
    version: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'The version of the document' }),
    sha256: { ...Sha256, description: 'SHA-256 of this version' },
    ...place,
  },
  strict,
)
export type Anchor = Static<typeof Anchor>

/** What a caller says of a place: a page of the case is of one version of one document, so the page is enough. */
export const newAnchor = Type.Object(
  {
    documentId: Type.Optional(
      Type.String({ maxLength: 100, description: 'The document the page is expected to belong to' }),
    ),
    ...place,
  },
  strict,
)
export type NewAnchor = Static<typeof newAnchor>

export const anchorStatuses = [
  'holds',
  'unread',
  'quoteMissing',
  'superseded',
  'moved',
  'orphaned',
  'removed',
  'broken',
] as const
export type AnchorStatus = (typeof anchorStatuses)[number]

/** An anchor held against the pages that are stored. */
export const AnchorCheck = Type.Object({
  status: oneOf(anchorStatuses, {
    description:
      '`holds`: the citation is in the file as cited. `unread`: the page is in the file, but the quote cannot be verified because the page has no text yet or its text comes from OCR. `quoteMissing`: the quote is not on the page. `superseded`: the document has a newer version whose text is still being read. `moved`: the citation is now at `now`. `orphaned`: the newer version does not contain it. `removed`: the document is no longer in the file. `broken`: this version of the document has no such page',
    examples: ['holds'],
  }),
  resolves: Type.Boolean({
    description:
      'Whether a decision may rely on the citation: it holds, or its page is in the file but not yet read',
  }),
  now: Type.Optional(Anchor),
})
export type AnchorCheck = Static<typeof AnchorCheck>
