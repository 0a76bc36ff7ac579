import { shownTo } from './audience.ts'
import { afterId, limit, next } from './paging.ts'
import { MailType } from './profile/correspondence.ts'
import { bytes, json, type Row } from './route.ts'
import { sample } from './sample.ts'
import { CalendarDate, nonBlank, nonEmpty, oneOf, Sha256, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

export const mailChannels = ['mail', 'fax', 'electronicSubmission', 'portalUpload'] as const
export type MailChannel = (typeof mailChannels)[number]
export const channel = oneOf(mailChannels, { description: 'How it came', examples: ['mail'] })

const sender = Type.Object(
  {
    name: Type.Optional(nonBlank(500, { examples: ['Maria Lindqvist'] })),
    address: Type.Optional(
      nonBlank(500, {
        description: 'Of the channel: mail, fax or email',
        examples: ['12 Harbor Street, Salem 97301'],
      }),
    ),
  },
  strict,
)
const subject = nonEmpty(500, { examples: ['Withdrawal of my appeal, docket 240319-100482'] })
const text = nonEmpty(20_000, { description: 'What the sender wrote beside the files' })
const mailType = nonEmpty(100, { description: 'A mail type from the profile', examples: ['withdrawal'] })
const Why = nonBlank(2000, { examples: ['The letter names the veteran and the date of birth.'] })

const caseReference = Type.Object(
  {
    caseId: Type.Optional(nonEmpty(100)),
    docketNumber: Type.Optional(nonEmpty(100)),
    aliases: Type.Optional(
      Type.Array(Type.Object({ source: nonEmpty(200), externalId: nonEmpty(500) }, strict), {
        maxItems: 20,
        description: 'What other systems call the case',
      }),
    ),
  },
  { ...strict, description: 'The case, if the piece says it; otherwise it is matched' },
)

export const postmarkDate = {
  ...CalendarDate,
  description: 'Of what came by mail: it counts as filed on that day, by the mailbox rule of the profile',
}

export const NewPiece = Type.Object(
  {
    pieceId: Type.Optional(
      nonEmpty(200, {
        description:
          'What you call the piece. Sent again under this ID, it is the same piece; with other files it is refused',
      }),
    ),
    channel,
    sender,
    receiptDate: CalendarDate,
    postmarkDate: Type.Optional(postmarkDate),
    subject: Type.Optional(subject),
    text: Type.Optional(text),
    case: Type.Optional(caseReference),
    mailType: Type.Optional(mailType),
    documentType: Type.Optional(
      nonEmpty(60, { description: 'A document type from the profile; it suggests the mail type' }),
    ),
    uploadIds: Type.Optional(
      Type.Array(nonEmpty(100), {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        description: 'Completed uploads from `POST /uploads`, instead of the `file` part',
      }),
    ),
  },
  {
    ...strict,
    examples: [{ channel: 'mail', sender: { name: 'Maria Lindqvist' }, receiptDate: '2026-03-02' }],
  },
)
export type NewPiece = Static<typeof NewPiece>

/** Why a case may be the one. */
export const MatchReason = Type.Object({
  by: oneOf(['case', 'alias', 'docketNumber', 'name', 'address'], { description: 'What agrees' }),
  where: oneOf(['reference', 'subject', 'text', 'sender'], { description: 'Where the piece says it' }),
  value: Type.String({ description: 'What the piece says', examples: ['240319-100482'] }),
})
export type MatchReason = Static<typeof MatchReason>

export const MatchCandidate = Type.Object({
  caseId: Type.String(),
  docketNumber: Type.String(),
  isClosed: Type.Boolean(),
  reasons: Type.Array(MatchReason),
})
export type MatchCandidate = Static<typeof MatchCandidate>

export const MailFile = Type.Object({
  partId: Type.String(),
  name: Type.String(),
  status: oneOf(['awaited', 'kept', 'failed'], {
    description: '`awaited`: its bytes are still to be fetched. `failed`: they could not be had',
  }),
  bytes: Type.Optional(Type.Integer({ minimum: 0 })),
  sha256: Type.Optional(Sha256),
  pageCount: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Absent if the file cannot become a document' }),
  ),
  why: Type.Optional(Type.String({ description: 'Why it cannot be read, or could not be fetched' })),
})
export type MailFile = Static<typeof MailFile>

export const pieceStatuses = ['arriving', 'unmatched', 'held', 'filed', 'rejected', 'dropped'] as const
const status = oneOf(pieceStatuses, {
  description:
    '`arriving`: its files are still to be fetched. `unmatched`: nobody knows yet to which case it belongs. `held`: the case is known, and somebody has to decide; `why` says what. `dropped`: the case had it already',
  examples: ['unmatched'],
})

export const MailDuplicate = Type.Object({
  caseId: Type.String(),
  documentId: Type.String({ description: 'The document that has the same' }),
  name: Type.String(),
  partId: Type.String({ description: 'The file of the piece' }),
  kind: oneOf(['exact', 'near'], {
    description: '`exact`: the same bytes. `near`: pages with the same text',
  }),
  similarity: Type.Number({ minimum: 0, maximum: 1 }),
  pages: Type.Integer({ minimum: 1, description: 'How many pages are the same' }),
})
export type MailDuplicate = Static<typeof MailDuplicate>

export const Piece = shownTo(
  'integration',
  Type.Object({
    id: Type.String({ examples: ['piece_01kbr2n4d0e8t6v1w3x5z7a9c2'] }),
    pieceId: Type.String({ description: 'What whoever brought it calls it' }),
    broughtBy: Type.String({ description: 'The member, or the binding of the port', examples: ['ada'] }),
    channel,
    sender: Type.Optional(sender),
    receiptDate: CalendarDate,
    postmarkDate: Type.Optional(postmarkDate),
    receivedAt: Timestamp,
    subject: Type.Optional(Type.String()),
    text: Type.Optional(Type.String()),
    status,
    why: Type.Optional(Type.String({ description: 'Why it has this status' })),
    mailType: Type.Optional(Type.String({ description: 'As it came, or as a person has chosen' })),
    caseId: Type.Optional(Type.String({ description: 'The case that it is filed on, or held for' })),
    taskId: Type.Optional(Type.String({ description: 'The task that routes it' })),
    documentIds: Type.Optional(Type.Array(Type.String())),
    reasons: Type.Optional(Type.Array(MatchReason, { description: 'Why it was matched to the case' })),
    files: Type.Array(MailFile),
    settledBy: Type.Optional(Type.String({ description: 'Who has filed or rejected it' })),
    settledAt: Type.Optional(Timestamp),
  }),
  { staff: ['sender', 'subject', 'text', 'why', 'reasons', 'settledBy'] },
)
export type Piece = Static<typeof Piece>

export const PieceDetail = Type.Object({ piece: Piece })
export const PiecePage = Type.Object({ pieces: Type.Array(Piece), next })
export const PieceToWork = Type.Object({
  piece: Piece,
  candidates: Type.Array(MatchCandidate, {
    description: 'The cases that it may belong to, of those that you may see, the likeliest first',
  }),
  duplicates: Type.Array(MailDuplicate, {
    description: 'The documents of these cases that it repeats; a person decides whether it is filed anyway',
  }),
  notCompared: Type.Array(Type.String(), {
    description: 'What was left out of the comparison, and why, each a sentence',
    examples: [['The text of one document of 240319-100482 is still to be read.']],
  }),
  mailTypes: Type.Array(Type.String(), {
    description: 'The mail types that it may be of; a person confirms',
  }),
})
export type PieceToWork = Static<typeof PieceToWork>

const PiecesQuery = Type.Object({
  status: Type.Optional({ ...status, description: 'Without it, everything that waits' }),
  channel: Type.Optional({ ...channel, description: 'Only what came so' }),
  text: Type.Optional(
    nonEmpty(100, {
      description: 'Only where the sender or the subject has these words',
      examples: ['lindqvist'],
    }),
  ),
  newest: Type.Optional(Type.Boolean({ description: 'The newest first instead of the oldest' })),
  after: afterId('piece'),
  limit: limit(200, 50),
})

export const MatchPiece = Type.Object(
  {
    caseId: nonEmpty(100, { examples: ['case_01kbr2n4d0e8t6v1w3x5z7a9c2'] }),
    mailType: Type.Optional({ ...mailType, description: 'Defaults to the type that the piece came with' }),
    evenIfDuplicate: Type.Optional(
      Type.Boolean({
        description: 'Files it although the case has it already; otherwise that is a conflict',
      }),
    ),
    receiptDate: Type.Optional({ ...CalendarDate, description: 'If it came on another day than it says' }),
    postmarkDate: Type.Optional(postmarkDate),
    why: Why,
  },
  strict,
)
export type MatchPiece = Static<typeof MatchPiece>
export const DropPiece = Type.Object(
  {
    caseId: nonEmpty(100, { examples: ['case_01kbr2n4d0e8t6v1w3x5z7a9c2'] }),
    documentId: nonEmpty(100, {
      description: 'The document of the case that it repeats',
      examples: ['doc_01kbr2n4f3h5k7n9q1s3v5x7z9'],
    }),
    why: Why,
  },
  strict,
)
export const RejectPiece = Type.Object({ why: Why }, strict)
export const ReopenPiece = Type.Object(
  { why: nonBlank(2000, { examples: ['The sender has named the case by telephone.'] }) },
  strict,
)

const exampleType = {
  name: 'returnedMail',
  label: 'Returned or undeliverable',
  taskType: 'returnedMail',
  routes: [{ team: 'dispatch' }],
  blocksDistribution: false,
  allowedOnClosed: true,
  documentTypes: ['returnedMail'],
}

export const MailReplay = Type.Object(
  {
    mailTypes: Type.Array(MailType, {
      maxItems: 1000,
      description: 'The changed table, whole, as `mailTypes` of the profile',
    }),
    from: Type.Optional({ ...CalendarDate, description: 'Only mail routed on or after this day' }),
    to: Type.Optional({ ...CalendarDate, description: 'Only mail routed on or before this day' }),
  },
  { ...strict, examples: [{ mailTypes: [exampleType], from: '2026-01-01' }] },
)
export type MailReplay = Static<typeof MailReplay>

export const MailReplayed = Type.Object({
  looked: Type.Integer({ minimum: 0, description: 'Pieces that were replayed' }),
  moved: Type.Integer({ minimum: 0, description: 'Pieces that would have gone elsewhere' }),
  byMove: Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
    description: 'How many of each type would move from where to where',
  }),
  first: Type.Array(
    Type.Object({
      caseId: Type.String(),
      taskId: Type.String(),
      mailType: Type.String(),
      documentId: Type.Optional(Type.String()),
      at: Timestamp,
      from: Type.Optional(Type.String({ description: 'The team that it went to' })),
      to: Type.Optional(
        Type.String({ description: 'The team that it would go to; absent if it is not taken' }),
      ),
      why: Type.String(),
    }),
    { description: 'The first 200 of them, oldest first' },
  ),
})
export type MailReplayed = Static<typeof MailReplayed>

const ofPiece = Type.Object({ pieceId: Type.String({ description: 'The ID of the piece' }) })
const ofPart = Type.Object({ ...ofPiece.properties, partId: Type.String() })

export const tag = 'Correspondence'

export const routes = {
  takeInPiece: {
    method: 'POST',
    path: '/correspondence',
    audience: 'integration',
    needs: 'routeMail',
    summary: 'Take in a piece of mail',
    description:
      'Send a form with the JSON in the `piece` part and the file in the `file` part; or JSON that names uploads. The piece is kept as it came. If it names its case and its type, its files become documents there and a task routes it; otherwise it waits in the queue.',
    body: NewPiece,
    bytes: { beside: 'piece', description: 'What arrived: any file. One that cannot be read is kept too' },
    answers: { 201: json('The piece, and what became of it', PieceDetail) },
    sdk: {
      call: 'client.mail.takeIn',
      takes: ['piece', 'file?'],
      about:
        'Take in a piece of mail, with its file or with uploads. If it names its case and its type, it is filed and routed at once; otherwise it waits in the queue. Sent again under the same `pieceId`, it is the same piece.',
      example: sample`
        const { status, why } = await client.mail.takeIn(
          {
            channel: 'mail',
            sender: { name: 'Maria Lindqvist', address: '12 Harbor Street, Salem 97301' },
            receiptDate: '2026-03-02',
            subject: 'My appeal',
          },
          new Blob(['Please tell me how my appeal stands.']),
        )
        console.log(status, why)
      `,
    },
  },
  listPieces: {
    method: 'GET',
    path: '/correspondence',
    audience: 'staff',
    needs: 'workMail',
    summary: 'List the mail that waits for somebody',
    description:
      'The oldest comes first, unless `newest` is given. A piece whose case is known is listed only if you may see that case.',
    query: PiecesQuery,
    answers: { 200: json('A page of the queue', PiecePage) },
    servedBy: { call: ['mail.list', 'caller', 'query'] },
    sdk: {
      call: 'client.mail.list',
      about: 'List the mail that waits for somebody, oldest first, or what became of it.',
      example: sample`
        for await (const { receiptDate, sender, why } of client.mail.list({ status: 'unmatched' })) {
          console.log(receiptDate, sender?.name, why)
        }
      `,
    },
  },
  replayMail: {
    method: 'POST',
    path: '/correspondence/replay',
    audience: 'staff',
    needs: 'changeProfile',
    summary: 'Replay a changed table of mail types over past mail; changes nothing',
    description: 'What held of each case when its mail came is what counts, such as a pending hearing.',
    body: MailReplay,
    bodyLimit: 4 * 1024 ** 2,
    answers: { 200: json('What would move', MailReplayed) },
    servedBy: { call: ['mail.replay', 'caller', 'body'] },
    sdk: {
      call: 'client.mail.replay',
      takes: ['table'],
      about:
        'Replay a changed table of mail types over past mail: what would have gone elsewhere, and why. Changes nothing.',
      example: sample`
        const { profile } = await client.profile.get()
        const [first, ...mailTypes] = profile.mailTypes
        const { looked, moved, byMove } = await client.mail.replay({ mailTypes })
        console.log(first?.name, looked, moved, byMove)
      `,
    },
  },
  getPiece: {
    method: 'GET',
    path: '/correspondence/{pieceId}',
    audience: 'staff',
    needs: 'workMail',
    summary: 'Get a piece of mail, with the cases that it may belong to',
    params: ofPiece,
    answers: { 200: json('The piece, and its candidates', PieceToWork) },
    servedBy: { call: ['mail.get', 'caller', 'pieceId'] },
    sdk: {
      call: 'client.mail.get',
      about: 'Get a piece of mail, with the cases that it may belong to and the reasons.',
      example: sample`
        for await (const { id } of client.mail.list({ limit: 10 })) {
          const { piece, candidates, mailTypes } = await client.mail.get(id)
          console.log(piece.why, mailTypes)
          for (const { docketNumber, reasons } of candidates) console.log(docketNumber, reasons)
        }
      `,
    },
  },
  getPieceFile: {
    method: 'GET',
    path: '/correspondence/{pieceId}/files/{partId}',
    audience: 'staff',
    needs: 'workMail',
    trace: { download: 'mailPiece' },
    summary: 'Download a file of a piece as it was received',
    params: ofPart,
    answers: {
      200: bytes('The bytes', 'application/octet-stream'),
      206: bytes('A range of them', 'The requested range'),
    },
    errors: [401, 403, 404, 416],
    sdk: {
      call: 'client.mail.content',
      about: 'Get a file of a piece as it was received.',
      example: sample`
        const { pieces } = await client.mail.list({ limit: 1 }).page()
        for (const { id, files } of pieces) {
          for (const { partId } of files) {
            const bytes = await (await client.mail.content(id, partId)).bytes()
            console.log(bytes.length)
          }
        }
      `,
    },
  },
  matchPiece: {
    method: 'POST',
    path: '/correspondence/{pieceId}/match',
    audience: 'staff',
    needs: 'workMail',
    summary: 'Say which case a piece belongs to, and of which type it is',
    description:
      'Its files become documents of the case, and a task routes it by the mail types of the profile, in one transaction. Needs `routeMail` on that case.',
    params: ofPiece,
    body: MatchPiece,
    answers: { 200: json('The piece, as it is filed', PieceDetail) },
    sdk: {
      call: 'client.mail.match',
      isByHand: true,
      about: 'Say which case a piece belongs to. Its files become documents there, and a task routes it.',
      example: sample`
        for await (const { id } of client.mail.list({ status: 'unmatched', limit: 10 })) {
          const matched = { mailType: 'statusInquiry', why: 'The letter names the veteran.' }
          const { taskId } = await client.mail.match(id, caseId, matched)
          console.log(taskId)
          break
        }
      `,
    },
  },
  dropPiece: {
    method: 'POST',
    path: '/correspondence/{pieceId}/drop',
    audience: 'staff',
    needs: 'workMail',
    summary: 'Drop a piece as a duplicate of a document; it is kept',
    description: 'The reason is an event of the case. Needs `routeMail` on that case.',
    params: ofPiece,
    body: DropPiece,
    answers: { 200: json('The piece', PieceDetail) },
    sdk: {
      call: 'client.mail.drop',
      takes: ['dropped'],
      about: 'Drop a piece as a duplicate of a document of a case. The reason is an event of the case.',
      example: sample`
        for await (const { id, caseId } of client.mail.list({ status: 'held' })) {
          const { duplicates } = await client.mail.get(id)
          const same = duplicates.find((one) => one.caseId === caseId && one.kind === 'exact')
          if (same) await client.mail.drop(id, { ...same, why: 'The same fax came twice.' })
        }
      `,
    },
  },
  rejectPiece: {
    method: 'POST',
    path: '/correspondence/{pieceId}/reject',
    audience: 'staff',
    needs: 'workMail',
    summary: 'Say that a piece belongs to no case; it is kept',
    params: ofPiece,
    body: RejectPiece,
    answers: { 200: json('The piece', PieceDetail) },
    servedBy: { call: ['mail.reject', 'request', 'caller', 'pieceId', 'body.why'] },
    sdk: {
      call: 'client.mail.reject',
      takes: ['why'],
      about: 'Say that a piece belongs to no case. It is kept.',
      example: sample`
        for await (const { id } of client.mail.list({ status: 'unmatched', limit: 10 })) {
          const { status } = await client.mail.reject(id, 'An advertisement.')
          console.log(status)
        }
      `,
    },
  },
  reopenPiece: {
    method: 'POST',
    path: '/correspondence/{pieceId}/reopen',
    audience: 'staff',
    needs: 'workMail',
    summary: 'Put a rejected piece back into the queue',
    params: ofPiece,
    body: ReopenPiece,
    answers: { 200: json('The piece, unmatched again or held', PieceDetail) },
    servedBy: { call: ['mail.reopen', 'request', 'caller', 'pieceId', 'body.why'] },
    sdk: {
      call: 'client.mail.reopen',
      takes: ['why'],
      example: sample`
        const { pieces } = await client.mail.list({ status: 'rejected', newest: true, limit: 1 }).page()
        for (const { id } of pieces) {
          const { status } = await client.mail.reopen(id, 'The sender has named the case by telephone.')
          console.log(status)
        }
      `,
    },
  },
} as const satisfies Record<string, Row>

const arrivedFile = Type.Object({
  name: Type.String(),
  sha256: Sha256,
  bytes: Type.Integer({ minimum: 0 }),
  documentId: Type.Optional(Type.String({ description: 'Absent if it could not become a document' })),
  why: Type.Optional(Type.String()),
})

export const events = {
  'mail.received': shownTo(
    'integration',
    Type.Object({
      pieceId: Type.String({ description: 'The ID of the piece, `GET /correspondence/{pieceId}`' }),
      channel,
      sender: Type.Optional(sender),
      receiptDate: CalendarDate,
      postmarkDate: Type.Optional(postmarkDate),
      subject: Type.Optional(Type.String()),
      mailType: Type.String(),
      files: Type.Array(arrivedFile),
      reasons: Type.Optional(Type.Array(MatchReason, { description: 'Why it was matched to this case' })),
      why: Type.Optional(Type.String({ description: 'The reason of the person who matched it' })),
      duplicateOf: Type.Optional(
        Type.Array(Type.String(), {
          description: 'The documents that it repeats; it was filed although they were known',
        }),
      ),
      instructions: Type.Optional(Type.String({ description: 'For whoever gets the task' })),
    }),
    { staff: ['sender', 'subject', 'reasons', 'why', 'instructions'] },
  ),
  'mail.dropped': shownTo(
    'integration',
    Type.Object({
      pieceId: Type.String(),
      channel,
      receiptDate: CalendarDate,
      duplicateOf: Type.String({ description: 'The document that it repeats' }),
      files: Type.Array(arrivedFile),
      why: Type.String(),
    }),
    { staff: ['why'] },
  ),
}
