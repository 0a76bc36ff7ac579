import { Recipient } from '../decision-package.ts'
import { letterKinds } from '../letters.ts'
import { CalendarDate, oneOf, Sha256 } from '../text.ts'
import Type from '../type.ts'
import { bounced, CaseRef, channel, happened, id, Sent, sentAs, strict } from './fields.ts'
import { definePort, FileRef } from './kit.ts'

const letterId = { ...id, description: 'The letter that one recipient is sent' }
const pieceId = {
  ...id,
  description: 'What the other side calls the piece. Told again, it is the same piece',
}
const partId = { ...id, description: 'One file of the piece' }

export const PieceFile = Type.Object(
  {
    partId,
    name: Type.String({ minLength: 1, maxLength: 300 }),
    mediaType: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    size: Type.Optional(Type.Integer({ minimum: 0 })),
    sha256: Type.Optional(Sha256),
    uploadId: Type.Optional(
      Type.String({ description: 'The bytes, if they were uploaded; else they are fetched' }),
    ),
  },
  strict,
)

export const correspondence = definePort({
  name: 'correspondence',
  title: 'Correspondence',
  does: 'Takes in filings and mail, and distributes letters, notices and responses.',
  spec: 2,
  many: true,
  settings: Type.Object({
    account: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description:
          'The username of the account of kind integration that uploads the files of pieces: what is reported may name uploads of that account',
      }),
    ),
  }),
  supports: {
    distribution: 'Sends letters. Without it, letters are filed on their cases, to be mailed by hand.',
    intake: 'Takes in pieces that arrive.',
    receipts: 'Reports whether a letter was delivered or came back.',
  },
  calls: {
    send: {
      mode: 'do',
      per: 'recipient',
      needs: 'distribution',
      does: 'Distributes a letter to one recipient. Without `receipt` in the answer, the receipt follows as a fact.',
      input: Type.Object({
        case: CaseRef,
        letterId,
        kind: oneOf(letterKinds),
        letter: Type.String({ description: 'The name of the letter in the profile' }),
        subject: Type.String(),
        recipient: Recipient,
        channel: Type.Optional({ ...channel, description: 'What the recipient prefers' }),
        files: Type.Array(FileRef, { description: 'The letter as a PDF first, then its enclosures' }),
      }),
      output: Type.Object({ receipt: Type.Optional(Sent) }),
    },
    fetchPiece: {
      mode: 'ask',
      does: 'The bytes of one file of a piece that arrived.',
      needs: 'intake',
      input: Type.Object({ pieceId, partId }),
      output: Type.Object({}),
      answersBytes: true,
    },
  },
  /** Written for every signature, task and deadline that a letter of the profile names, once for each recipient. */
  hears: { 'letter.composed': 'send' },
  tells: {
    pieceArrived: {
      does: 'A piece arrived. It becomes a document on the case, and a task routes it.',
      needs: 'intake',
      fact: Type.Object(
        {
          pieceId,
          channel: Type.Union([
            Type.Literal('mail'),
            Type.Literal('fax'),
            Type.Literal('electronicSubmission'),
            Type.Literal('portalUpload'),
          ]),
          sender: Type.Object(
            {
              name: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
              address: Type.Optional(
                Type.String({
                  minLength: 1,
                  maxLength: 500,
                  description: 'Of the channel: mail, fax or email',
                }),
              ),
            },
            strict,
          ),
          receiptDate: CalendarDate,
          postmarkDate: Type.Optional({
            ...CalendarDate,
            description: 'Of what came by mail, where it can be read',
          }),
          subject: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
          text: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: 20_000,
              description: 'What the sender wrote beside the files',
            }),
          ),
          case: Type.Optional({
            ...CaseRef,
            description: 'If the piece says it; else it waits to be matched',
          }),
          letterId: Type.Optional({
            ...id,
            description: 'The letter that the piece came back from, or answers: it belongs to the same case',
          }),
          suggestedType: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: 100,
              description: 'A type of mail of the profile',
              examples: ['withdrawal'],
            }),
          ),
          files: Type.Array(PieceFile, { minItems: 1, maxItems: 100 }),
          at: happened,
        },
        strict,
      ),
    },
    receipt: {
      does: 'A letter was delivered.',
      needs: 'receipts',
      fact: Type.Object({ letterId, ...Sent.properties }, strict),
    },
    bounce: {
      does: 'A letter could not be delivered, or came back. A task takes it up.',
      needs: 'receipts',
      fact: Type.Object({ letterId: { ...id, description: sentAs('letter') }, ...bounced }, strict),
    },
  },
})
