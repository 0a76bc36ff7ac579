import Type, { type Static } from 'typebox'
import { shownTo } from '../audience.ts'
import { Sha256 } from '../text.ts'

export const CommentPlace = Type.Object(
  {
    part: Type.Union([Type.Literal('opening'), Type.Literal('issue'), Type.Literal('closing')]),
    issueId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    block: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 100_000, description: 'From 0, in its section' }),
    ),
  },
  {
    additionalProperties: false,
    description: 'The part of the text that it is about; the whole where it is left out',
  },
)
export type CommentPlace = Static<typeof CommentPlace>

const of = { workProductId: Type.String() }
const ofVersion = { ...of, version: Type.Integer({ minimum: 1 }) }
const ofComment = { ...of, commentId: Type.String() }

const Saved = Type.Object({
  ...ofVersion,
  title: Type.String(),
  contentSha256: {
    ...Sha256,
    description: 'Of its text, which is not told here: it is for those who may read drafts',
  },
  issueIds: Type.Array(Type.String(), { description: 'The issues that it has a section for' }),
})

const Signed = Type.Object({
  ...ofVersion,
  contentSha256: Sha256,
  packageSha256: { ...Sha256, description: 'Of the canonical JSON of the decision package' },
  dispositions: Type.Array(
    Type.Object({
      issueId: Type.String(),
      disposition: Type.String(),
      reasons: Type.Array(Type.String()),
    }),
  ),
  recipients: Type.Array(Type.String(), { description: 'The parties that are sent the decision' }),
  warnings: Type.Array(Type.String(), { description: 'What the signer was warned of, by its codes' }),
})

const saved = shownTo('deliberation', Saved, { integration: ['workProductId', 'version'] })

/** What happens to the text that carries a decision, from its first draft on. */
export const workProductEvents = {
  'workProduct.drafted': saved,
  'workProduct.saved': saved,
  'workProduct.submitted': shownTo('integration', Type.Object(ofVersion)),
  'workProduct.returned': shownTo(
    'integration',
    Type.Object({
      ...ofVersion,
      reasonsSha256: { ...Sha256, description: 'Of the reasons, for those who may read drafts' },
    }),
    { deliberation: ['reasonsSha256'] },
  ),
  'workProduct.discarded': shownTo('deliberation', Type.Object({ ...of, why: Type.String() }), {
    integration: ['workProductId'],
  }),
  'workProduct.commented': shownTo(
    'deliberation',
    Type.Object({
      ...ofComment,
      version: Type.Integer({ minimum: 1 }),
      textSha256: { ...Sha256, description: 'Of its text, for those who may read drafts' },
      place: Type.Optional(CommentPlace),
      inReplyTo: Type.Optional(Type.String()),
    }),
  ),
  'workProduct.commentResolved': shownTo('deliberation', Type.Object(ofComment)),
  'workProduct.commentReopened': shownTo('deliberation', Type.Object(ofComment)),
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
      wasReleased: Type.Boolean({ description: 'It may be with its recipients already' }),
      why: Type.String(),
    }),
    { staff: ['why'] },
  ),
  'workProduct.sealed': shownTo(
    'integration',
    Type.Object({
      ...of,
      packageSha256: Sha256,
      sha256: { ...Sha256, description: 'Of the sealed PDF' },
      bytes: Type.Integer({ minimum: 1 }),
    }),
  ),
}
