import { Anchor, AnchorCheck } from './anchors.ts'
import { PersonName } from './appeals.ts'
import { shownTo } from './audience.ts'
import { Content } from './documents.ts'
import { Actor } from './envelope.ts'
import { contact, representation } from './parties.ts'
import { blockId, blockPart, inlineOf, textBlocksOf } from './rich-text.ts'
import { bytes, json, ofCase, type Row } from './route.ts'
import { sample } from './sample.ts'
import { Assignee } from './tasks.ts'
import { CalendarDate, nonEmpty, oneOf, Sha256, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const id = Type.String({ minLength: 1 })
const page = Type.Integer({ minimum: 1 })

/** A word of the profile, and how it was written on the day of the signature. */
const Word = Type.Object({ name: Type.String({ examples: ['allowed'] }), label: Type.String() })

export const PackageCitation = Type.Object({
  number: Type.Integer({
    minimum: 1,
    description: 'Numbered in the order of the text, then of the evidence',
  }),
  label: Type.String({ description: 'The citation as it reads in the sentence' }),
  anchor: Anchor,
  documentName: Type.String(),
  documentPage: Type.Integer({ minimum: 1, description: 'Page within the document, starting at 1' }),
  status: oneOf(['holds', 'unread'], {
    description: '`unread`: the page had no text to verify the quote against',
    examples: ['holds'],
  }),
  issueIds: Type.Array(Type.String(), { description: 'Issues that cite it in their section or evidence' }),
})
export type PackageCitation = Static<typeof PackageCitation>

export const PackageInline = inlineOf(
  Type.Object({
    type: Type.Literal('citation'),
    number: Type.Integer({ minimum: 1, description: 'A number from `citations`' }),
    label: Type.String(),
  }),
)
export type PackageInline = Static<typeof PackageInline>

/** Packages signed before blocks had IDs have none. */
const packageBlockId = Type.Optional(blockId)

export const PackageTextBlock = textBlocksOf(PackageInline, packageBlockId)
export type PackageTextBlock = Static<typeof PackageTextBlock>

export const PackageBlock = Type.Union([
  PackageTextBlock,
  Type.Object(
    {
      type: Type.Literal('boilerplate'),
      id: packageBlockId,
      part: blockPart,
      entryId: id,
      version: Type.Integer({ minimum: 1 }),
      isEdited: Type.Boolean(),
      content: Type.Array(PackageTextBlock),
    },
    { description: 'Boilerplate as it stood at signing, or as edited by the author' },
  ),
])
export type PackageBlock = Static<typeof PackageBlock>

export const PackageSection = Type.Object({
  part: oneOf(['opening', 'issue', 'closing']),
  issueId: Type.Optional(Type.String({ description: 'Set if the part is `issue`' })),
  heading: Type.Optional(Type.String({ description: 'Set if the part is `issue`: what it decides' })),
  content: Type.Array(PackageBlock),
})
export type PackageSection = Static<typeof PackageSection>

/** The words of the profile by which a text with parts is laid out. */
export const packageStructure = Type.Object({
  headings: Type.Object({
    issues: Type.Optional(Type.String()),
    order: Type.Optional(Type.String()),
    sentBack: Type.Optional(
      Type.String({ description: 'Above the orders of the issues in `sentBack`, behind the others' }),
    ),
    reasons: Type.Optional(Type.String()),
  }),
  sentBack: Type.Array(Type.String(), { description: 'The issues that are sent back' }),
  parts: Type.Array(
    Type.Object({
      name: Type.String(),
      label: Type.String(),
      place: oneOf(['collected', 'order', 'inPlace']),
      heading: Type.Optional(Type.String()),
      headingOfOne: Type.Optional(Type.String()),
      isNumbered: Type.Optional(Type.Boolean()),
    }),
    { description: 'The parts that the text has, in the order of the profile' },
  ),
})
export type PackageStructure = Static<typeof packageStructure>

export const AuthorityPlace = Type.Object({
  issueId: Type.Optional(Type.String({ description: 'Set if it is in the section of an issue' })),
  blockId: Type.Optional(blockId),
})

/** The authorities that the text names, each once. */
export const packageAuthorities = Type.Object({
  heading: Type.Optional(Type.String({ description: 'Set if the decision prints the table' })),
  groups: Type.Array(
    Type.Object({
      name: Type.String({ examples: ['statutes'] }),
      label: Type.String(),
      authorities: Type.Array(
        Type.Object({
          text: Type.String({ examples: ['38 U.S.C. § 1110'] }),
          places: Type.Array(AuthorityPlace, { description: 'The blocks that name it, in reading order' }),
        }),
      ),
    }),
  ),
})
export type PackageAuthorities = Static<typeof packageAuthorities>

const LaidOutBlock = Type.Object({
  blockId,
  number: Type.Optional(Type.Integer({ minimum: 1, description: 'Its number within its part' })),
  heading: Type.Optional(Type.String({ description: 'Stands above it' })),
})

export const LayoutSection = Type.Object({
  kind: oneOf(['opening', 'issues', 'order', 'part', 'reasons', 'closing']),
  heading: Type.Optional(Type.String()),
  part: Type.Optional(Type.String({ description: 'Set if the kind is `part`' })),
  issues: Type.Optional(
    Type.Array(Type.Object({ issueId: Type.String(), blocks: Type.Array(LaidOutBlock) }), {
      description: 'Set if it goes issue by issue',
    }),
  ),
  blocks: Type.Optional(Type.Array(LaidOutBlock, { description: 'Set if it does not' })),
})
export type LayoutSection = Static<typeof LayoutSection>

export const PackageDisposition = Type.Object({
  issueId: id,
  number: Type.Integer({ minimum: 1, description: 'Position among the decided issues' }),
  issueType: Word,
  benefitType: Type.Optional(Word),
  scope: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  disposition: Word,
  reasons: Type.Array(Type.Object({ reason: Word, timing: Type.Optional(Type.String()) })),
  instructions: Type.Optional(
    Type.Array(Type.Object({ text: Type.String(), reason: Type.Optional(Type.String()) }), {
      description: 'What is to be done, if the issue is sent back',
    }),
  ),
  note: Type.Optional(Type.String()),
  decidedAt: Timestamp,
  evidence: Type.Array(Type.Integer({ minimum: 1 }), {
    description: 'The evidence: numbers from `citations`',
  }),
})
export type PackageDisposition = Static<typeof PackageDisposition>

/** What was sent back before and has returned: its instructions, and whether the work satisfies them. */
export const PackageRemand = Type.Object({
  remandId: Type.String(),
  kind: oneOf(['board', 'court']),
  issueIds: Type.Array(Type.String()),
  instructions: Type.Array(
    Type.Object({
      text: Type.String(),
      issueId: Type.Optional(Type.String()),
      reason: Type.Optional(Type.String()),
      result: Type.Optional(oneOf(['satisfied', 'notSatisfied'])),
      why: Type.Optional(Type.String()),
      evidence: Type.Array(Type.Integer({ minimum: 1 }), {
        description: 'The evidence that answers it: numbers from `citations`',
      }),
    }),
  ),
})
export type PackageRemand = Static<typeof PackageRemand>

/** What was done on the way in the place of whoever held the task. */
export const PackageOverride = Type.Object({
  action: Type.String({ examples: ['decide'] }),
  issueId: Type.Optional(Type.String({ description: 'Set if it concerned an issue' })),
  by: Actor,
  at: Timestamp,
  why: Type.String(),
  holder: Type.Optional(Assignee),
})
export type PackageOverride = Static<typeof PackageOverride>

export const Recipient = shownTo(
  'party',
  Type.Object({
    partyId: id,
    role: Type.String(),
    name: Type.String({ description: 'The name as written on an envelope' }),
    person: Type.Optional(PersonName),
    organization: Type.Optional(Type.String()),
    contact: Type.Optional(contact),
    representation: Type.Optional(
      Type.Object(
        {
          representativeId: id,
          name: Type.Optional(
            Type.String({ description: 'Name of the representative, if the case records it' }),
          ),
          powerOfAttorney: representation.properties.powerOfAttorney,
        },
        { description: 'Who represented them on the day of signing' },
      ),
    ),
  }),
  { staff: ['contact', 'representation'] },
)
export type Recipient = Static<typeof Recipient>

export const ManifestEntry = shownTo(
  'party',
  Type.Object({
    documentId: id,
    version: Type.Integer({ minimum: 1 }),
    name: Type.String(),
    receiptDate: CalendarDate,
    startPage: page,
    endPage: page,
    content: Content,
    readBy: Type.Array(Type.Object({ id, name: Type.String(), at: Timestamp }), {
      description: 'Who had marked it read, in order',
    }),
  }),
  { staff: ['readBy'] },
)
export type ManifestEntry = Static<typeof ManifestEntry>

/** What stands in the way of a signature, or deserves a warning. */
export const Finding = Type.Object({
  code: Type.String({ examples: ['documentUnread'] }),
  sentence: Type.String({ description: 'The finding as a sentence, for the signer' }),
  issueId: Type.Optional(Type.String()),
  documentIds: Type.Optional(Type.Array(Type.String())),
  partyId: Type.Optional(Type.String()),
  taskId: Type.Optional(Type.String({ description: 'The open task that stands in the way' })),
  dispositions: Type.Optional(
    Type.Array(Type.String(), { description: 'The dispositions with which the issue can be signed' }),
  ),
  why: Type.Optional(
    Type.String({
      description: 'With `dispositions`: what bars the others, the same for every issue it bars',
      examples: ['Ada K. Byron has died'],
    }),
  ),
  entryId: Type.Optional(Type.String()),
  blockId: Type.Optional({ ...blockId, description: 'The block that it is about' }),
  anchor: Type.Optional(Anchor),
  check: Type.Optional(AnchorCheck),
})
export type Finding = Static<typeof Finding>

/**
 * What a signature freezes. Its canonical JSON (sorted keys, no undefined members) is what is hashed, kept, rendered
 * and proved; nothing in it changes afterwards.
 */
export const DecisionPackage = shownTo(
  'party',
  Type.Object({
    format: Type.Literal('portico.decision/1'),
    case: Type.Object({
      id,
      docketNumber: Type.String(),
      caseType: Type.String(),
      veteran: PersonName,
      receiptDate: CalendarDate,
      version: Type.Integer({
        minimum: 1,
        description: 'Sequence of the last event before the signature',
      }),
      hash: { ...Sha256, description: 'Hash of that event; the signature covers the chain up to it' },
    }),
    profile: Type.Object({ name: Type.String(), label: Type.String() }),
    workProduct: Type.Object({
      id,
      title: Type.String(),
      version: Type.Integer({ minimum: 1, description: 'The signed version' }),
      contentSha256: { ...Sha256, description: 'SHA-256 of the draft as last saved' },
      draftedBy: Actor,
      draftedAt: Timestamp,
    }),
    signature: Type.Object({
      by: Actor,
      name: Type.String({ description: 'The name as printed below the decision' }),
      at: Timestamp,
    }),
    override: Type.Optional(
      Type.Object(
        {
          why: Type.String(),
          holder: Type.Optional(Assignee),
          name: Type.Optional(
            Type.String({ description: 'The name of who held the review, as printed below the decision' }),
          ),
        },
        {
          description:
            'Set if it was signed by somebody who did not hold the review: why, and who held it. Printed below the signature',
        },
      ),
    ),
    overrides: Type.Optional(
      Type.Array(PackageOverride, {
        description:
          'Set if it was submitted or returned, or one of its issues decided, cited for or edited, in the place of whoever held the task',
      }),
    ),
    remands: Type.Optional(
      Type.Array(PackageRemand, {
        description:
          'Set if some of it was sent back before, and has returned: whether the work satisfies it',
      }),
    ),
    sections: Type.Array(PackageSection, {
      description: 'The opening, one section per issue in issue order, and the closing',
    }),
    structure: Type.Optional({
      ...packageStructure,
      description: 'Set if blocks of the text have parts: how the profile lays these out',
    }),
    authorities: Type.Optional({
      ...packageAuthorities,
      description: 'Set if the text names authorities that the profile recognises',
    }),
    dispositions: Type.Array(PackageDisposition),
    citations: Type.Array(PackageCitation),
    recipients: Type.Array(Recipient),
    manifest: Type.Array(ManifestEntry, { description: 'Every document in the file, in page order' }),
    warnings: Type.Array(Finding, { description: 'Warnings the signer saw and accepted' }),
  }),
  { deliberation: ['warnings', 'overrides'], staff: ['override', 'remands'] },
)
export type DecisionPackage = Static<typeof DecisionPackage>

export const doneWithReason = shownTo(
  'party',
  Type.Object({ by: Actor, at: Timestamp, why: Type.String() }),
  {
    staff: ['why'],
  },
)

export const SealedFile = Type.Object({
  sha256: Sha256,
  bytes: Type.Integer({ minimum: 0 }),
  href: Type.String({ description: 'URL of the PDF' }),
})

const ofWorkProduct = Type.Optional(
  nonEmpty(100, { description: 'The work product; defaults to the one signed last' }),
)

const DecisionPackageQuery = Type.Object({
  workProductId: ofWorkProduct,
  format: Type.Optional(
    oneOf(['json', 'zip'], {
      default: 'json',
      description: '`zip` includes the sealed PDF, the cited documents, the events and their proof',
    }),
  ),
})

const DecisionFileQuery = Type.Object({ workProductId: ofWorkProduct })

export const DecisionPackageDetail = Type.Object({
  sha256: { ...Sha256, description: 'SHA-256 of the canonical JSON of `package`' },
  status: oneOf(['signed', 'released', 'recalled'], {
    examples: ['released'],
  }),
  position: Type.Integer({
    minimum: 1,
    description: 'Position of the `workProduct.signed` event among all events',
  }),
  recalled: Type.Optional(doneWithReason),
  file: Type.Union([SealedFile, Type.Null()], { description: 'The sealed PDF; null until it is ready' }),
  layout: Type.Optional(
    Type.Array(LayoutSection, {
      description: 'The blocks in the order in which the decision prints them, if these have parts',
    }),
  ),
  package: DecisionPackage,
})
export type DecisionPackageDetail = Static<typeof DecisionPackageDetail>

const Certificate = Type.Object({
  subject: Type.String(),
  issuer: Type.String(),
  validFrom: Timestamp,
  validTo: Timestamp,
  fingerprint: Type.String({ description: 'SHA-256' }),
  isSelfSigned: Type.Boolean({ description: 'Whether it vouches for itself: nobody else does' }),
})

export const DecisionVerification = Type.Object({
  holds: Type.Boolean({ description: 'Whether all checks hold' }),
  checks: Type.Array(
    Type.Object({
      check: oneOf(['packageHash', 'fileHash', 'signature', 'sealedPackage', 'certificateInTime'], {
        description:
          '`packageHash`: the package is the one that was signed. `fileHash`: the PDF is the one that was sealed. `signature`: the seal is a valid signature over the whole PDF. `sealedPackage`: the seal names this package. `certificateInTime`: the certificate was valid when the seal was made',
      }),
      holds: Type.Boolean(),
      fault: Type.Optional(Type.String()),
    }),
  ),
  sealedAt: Type.Optional(Timestamp),
  certificate: Type.Optional(Certificate),
})
export type DecisionVerification = Static<typeof DecisionVerification>

export const tag = 'Release'

export const routes = {
  getDecisionPackage: {
    method: 'GET',
    path: '/cases/{id}/decision-package',
    audience: 'party',
    needs: { dependsOnRequest: ['readCases', 'exportCase'] },
    trace: { view: 'decisionPackage', download: 'decisionPackage' },
    summary: 'Get the decision package: the signed text, dispositions, recipients and evidence',
    description:
      'Returns the package signed last, even if it was recalled; 404 if nothing has been signed. The ZIP is available once the PDF is sealed and can be verified offline with `portico verify`.',
    params: ofCase,
    query: DecisionPackageQuery,
    answers: {
      200: { ...json('The package', DecisionPackageDetail), mediaTypes: ['application/zip'] },
    },
    sdk: [
      {
        call: 'client.decisions.get',
        options: 'DecisionOptions',
        about:
          'Get the decision package: the signed work product, the dispositions with their evidence, the recipients and the manifest of the file. Defaults to the one signed last, even if recalled; `notFound` before any signature.',
        example: sample`
          const { status, sha256, package: decision } = await client.decisions.get(caseId)
          for (const { description, disposition } of decision.dispositions) console.log(description, disposition.label)
          console.log(status, sha256)
        `,
      },
      {
        call: 'client.decisions.file',
        alsoCalls: ['getDecisionFile'],
        isByHand: true,
        about:
          'Download the decision: the sealed PDF, or the package as a self-contained ZIP. It is made in the background right after the signature: `notFound` until it is ready.',
        example: sample`
          for await (const { at } of client.cases.watch(caseId, { types: ['workProduct.sealed'] })) {
            console.log('sealed', at)
            break
          }
          const file = await client.decisions.file(caseId, { format: 'zip' })
          console.log(file.name, file.contentType, (await file.bytes()).length)
        `,
      },
    ],
  },
  getDecisionFile: {
    method: 'GET',
    path: '/cases/{id}/decision-package/file',
    audience: 'party',
    needs: 'readCases',
    trace: { download: 'decisionPackage' },
    summary: 'Download the decision as a tagged PDF, sealed with a PAdES signature',
    description: 'The PDF is generated in the background right after signing. Returns 404 until it is ready.',
    params: ofCase,
    query: DecisionFileQuery,
    answers: { 200: bytes('The decision', 'application/pdf') },
    errors: [400, 401, 403, 404, 416],
  },
  verifyDecision: {
    method: 'GET',
    path: '/cases/{id}/decision-package/verification',
    audience: 'party',
    needs: 'readCases',
    trace: { view: 'decisionPackage' },
    summary: 'Verify the sealed decision: its hashes, its signature and its certificate',
    description:
      'Checked now, against the stored file. Whether the certificate is to be trusted is for you to say. Returns 404 until the PDF is sealed.',
    params: ofCase,
    query: DecisionFileQuery,
    answers: { 200: json('The result of each check', DecisionVerification) },
    servedBy: { call: ['decisionFiles.verify', 'id', 'caller', 'query.workProductId'] },
    sdk: {
      call: 'client.decisions.verify',
      about:
        'Verify the sealed decision: its hashes, its signature over the PDF and its certificate, each with the result.',
      example: sample`
        const { holds, checks, certificate } = await client.decisions.verify(caseId)
        for (const { check, holds } of checks) console.log(check, holds)
        console.log(holds, certificate?.fingerprint)
      `,
    },
  },
} as const satisfies Record<string, Row>
