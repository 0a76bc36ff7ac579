import { Box } from './marks.ts'
import { Sha256, strict } from './text.ts'
import Type, { type Static } from './type.ts'

const place = {
  page: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, description: 'A page of the case', examples: [12] }),
  rect: Type.Optional(Box),
  quote: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2000,
      pattern: '\\S',
      description: 'The words of the page that are cited',
      examples: ['at least as likely as not'],
    }),
  ),
}

/** Evidence that is cited: a page as it is stored, for ever, and what of it. */
export const Anchor = Type.Object(
  {
    documentId: Type.String({ maxLength: 100 }),
    version: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Of the document' }),
    sha256: { ...Sha256, description: 'What the bytes of this version hash to' },
    ...place,
  },
  strict,
)
export type Anchor = Static<typeof Anchor>

/** What a caller says of a place: a page of the case is of one version of one document, so the page is enough. */
export const newAnchor = Type.Object(
  {
    documentId: Type.Optional(
      Type.String({ maxLength: 100, description: 'The document that the page must be of, where it matters' }),
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
  status: Type.Unsafe<AnchorStatus>(
    Type.Union(
      anchorStatuses.map((status) => Type.Literal(status)),
      {
        description:
          '`holds`: it stands in the file as cited; `unread`: so does its page, but no text of it can prove the quote: there is none yet, or it was recognised from a picture and may be misread; `quoteMissing`: the quote is not on its page; `superseded`: its document has a newer version whose text is still being read; `moved`: it stands elsewhere by now, at `now`; `orphaned`: the newer version does not have it; `removed`: its document is no longer in the file; `broken`: there is no such page in this version of the document',
        examples: ['holds'],
      },
    ),
  ),
  resolves: Type.Boolean({
    description:
      'Whether a decision may rest on it as it is: it holds, or its page does and is yet to be read',
  }),
  now: Type.Optional(Anchor),
})
export type AnchorCheck = Static<typeof AnchorCheck>
