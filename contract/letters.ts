import { shownTo } from './audience.ts'
import { DeliveryFailure, Receipt } from './deliveries.ts'
import { afterId, limit, next } from './paging.ts'
import { Letterhead } from './profile/correspondence.ts'
import { Name, Subject, Template } from './profile/text.ts'
import { json, ofCase, type Row } from './route.ts'
import { sample } from './sample.ts'
import { hasFailed, wasSent } from './sent-by-binding.ts'
import { ends } from './tasks.ts'
import { nonEmpty, oneOf, Sha256, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

export const letterKinds = ['notice', 'statusLetter', 'deadlineReminder', 'response'] as const
export type LetterKind = (typeof letterKinds)[number]
const kind = oneOf(letterKinds, {
  description:
    'A `notice` is raised by a signature, a `statusLetter` by a task, a `deadlineReminder` by a deadline; a person writes a `response`',
})

export const letterFailures = ['notComposed', 'notMailable', 'notSent', 'returned'] as const
export type LetterFailureCause = (typeof letterFailures)[number]
const cause = oneOf(letterFailures, {
  description:
    'It could not be composed, or its recipient has no address, or it could not be handed over, or it came back',
})

const letterName = { ...Name, description: 'Its name in the profile', examples: ['general'] }
const partyId = Type.String({ description: 'The recipient', examples: ['party_01kbr2n4d0e8t6v1w3x5z7a9c2'] })
const Reason = nonEmpty(5000, {
  description: 'Fills the field `reason` of the letter',
  examples: ['Please send us the missing treatment records.'],
})
const documentId = Type.String({ description: 'The letter as it was sent, a document of the case' })

const status = oneOf(['owed', 'composed', 'receipted', 'failed', 'withdrawn'], {
  description:
    '`composed`: filed as a document and handed over, without a receipt yet. Reflects the latest record',
})

/** A letter to one recipient, and what became of it. */
export const SentLetter = shownTo(
  'integration',
  Type.Object({
    id: Type.String({ examples: ['ltr_01kbr2n4d0e8t6v1w3x5z7a9c2'] }),
    letter: letterName,
    kind,
    partyId,
    status,
    subject: Type.Optional(Type.String()),
    documentId: Type.Optional(documentId),
    eventId: Type.Optional(Type.String({ description: 'The event that raised it' })),
    owedAt: Timestamp,
    composedAt: Type.Optional(Timestamp),
    channel: Type.Optional(Type.String()),
    destination: Type.Optional(Type.String()),
    sentAt: Type.Optional(Timestamp),
    tracking: Type.Optional(Type.String()),
    cause: Type.Optional(cause),
    why: Type.Optional(Type.String({ description: 'Why it failed or was withdrawn' })),
  }),
  { staff: ['subject', 'destination', 'why', 'documentId'] },
)
export type SentLetter = Static<typeof SentLetter>
const SentLetterList = Type.Object({ letters: Type.Array(SentLetter) })
export const LetterOfCase = Type.Object({ caseId: Type.String(), letter: SentLetter })
const LetterPage = Type.Object({ letters: Type.Array(LetterOfCase), next })
const LettersQuery = Type.Object({
  status: Type.Optional(status),
  after: afterId('ltr'),
  limit: limit(500, 100),
})
const SentLetterDetail = Type.Object({ letter: SentLetter })

export const WriteLetter = Type.Object({ letter: letterName, partyId, reason: Type.Optional(Reason) }, strict)
export type WriteLetter = Static<typeof WriteLetter>

const letterDraft = Type.Object(
  {
    subject: Subject,
    body: Template,
    answerWindowDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 364 })),
    answerWindow: Type.Optional({ ...Name, description: 'The timer that runs while its answer is awaited' }),
  },
  { ...strict, description: 'A letter that is not in the profile yet' },
)

export const PreviewLetter = Type.Object(
  {
    letter: Type.Optional(letterName),
    draft: Type.Optional(letterDraft),
    letterhead: Type.Optional(Letterhead),
    partyId: Type.Optional({ ...partyId, description: 'The recipient; defaults to the first claimant' }),
    reason: Type.Optional(Reason),
  },
  {
    ...strict,
    description: 'Either `letter` or `draft`',
    examples: [
      {
        draft: {
          subject: 'Your appeal {{ case.docketNumber }}',
          body: 'Dear {{ recipient.name }}:\n\nWe have received your appeal.',
        },
      },
    ],
  },
)
export type PreviewLetter = Static<typeof PreviewLetter>

export const LetterPreview = shownTo(
  'staff',
  Type.Object({
    subject: Type.String(),
    text: Type.String(),
    fields: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), {
      description: 'The fields that it used, with their values on this case',
    }),
    pdf: Type.String({ description: 'The letter as a tagged PDF, in base64' }),
  }),
)
export type LetterPreview = Static<typeof LetterPreview>

const ofLetter = Type.Object({ ...ofCase.properties, letterId: Type.String() })

export const RetryLetter = Type.Object(
  { ends },
  { ...strict, description: 'May be left out', examples: [{}] },
)

export const LetterReceipt = Type.Object(
  { ...Receipt.properties, ends },
  { ...strict, examples: [{ channel: 'mail', sentAt: '2026-11-13T10:00:00.000Z' }] },
)

export const tag = 'Correspondence'

export const routes = {
  listLetters: {
    method: 'GET',
    path: '/cases/{id}/letters',
    audience: 'integration',
    needs: 'readTasks',
    trace: 'list',
    summary: 'List the letters of a case, and what became of them',
    params: ofCase,
    answers: { 200: json('The letters, newest first, at most 500', SentLetterList) },
    servedBy: { call: ['letters.list', 'id'] },
    sdk: {
      call: 'client.letters.list',
      about: 'List the letters of a case, newest first, and what became of them.',
      example: sample`
        for (const { letter, partyId, status } of await client.letters.list(caseId)) console.log(letter, partyId, status)
      `,
    },
  },
  findLetters: {
    method: 'GET',
    path: '/letters',
    audience: 'integration',
    needs: 'recordDeliveries',
    summary: 'List the letters of all cases, oldest first, such as those to be mailed by hand',
    query: LettersQuery,
    answers: { 200: json('A page of letters', LetterPage) },
    sdk: {
      call: 'client.letters.find',
      about:
        'List the letters of all cases that you may see, oldest first, such as those to be mailed by hand.',
      example: sample`
        for await (const { caseId, letter } of client.letters.find({ status: 'composed' })) {
          console.log(caseId, letter.subject, letter.documentId)
        }
      `,
    },
  },
  writeLetter: {
    method: 'POST',
    path: '/cases/{id}/letters',
    audience: 'integration',
    needs: 'writeLetters',
    trace: 'change',
    summary: 'Send a letter of the profile to a party of the case',
    description:
      'It is composed in the background, filed as a document of the case, and handed to the correspondence port. If it cannot be composed or mailed, a task says why.',
    params: ofCase,
    body: WriteLetter,
    answers: { 201: json('The letter', SentLetterDetail) },
    servedBy: { call: ['letters.write', 'request', 'id', 'body'] },
    sdk: {
      call: 'client.letters.write',
      takes: ['written'],
      about:
        'Send a letter of the profile to a party. It is composed in the background, and filed as a document of the case.',
      example: sample`
        const reason = 'Please send us the missing treatment records.'
        const { id, status } = await client.letters.write(caseId, { letter: 'general', partyId, reason })
        console.log(id, status)
      `,
    },
  },
  previewLetter: {
    method: 'POST',
    path: '/cases/{id}/letters/preview',
    audience: 'staff',
    needs: 'writeLetters',
    trace: { view: 'case' },
    summary: 'Try a letter on a case: the PDF, and the fields that it used',
    description:
      'Nothing is kept. A field that does not exist, or has no value on this case, is an error that names it.',
    params: ofCase,
    body: PreviewLetter,
    answers: { 200: json('The letter as it would be sent', LetterPreview) },
    servedBy: { call: ['letters.preview', 'id', 'body', 'caller', 'signal'] },
    sdk: {
      call: 'client.letters.preview',
      takes: ['previewed'],
      about:
        'Try a letter on a case, such as one that is not in the profile yet: the PDF, and the fields that it used.',
      example: sample`
        const draft = { subject: 'About {{ case.docketNumber }}', body: 'Dear {{ recipient.name }}: we have your appeal.' }
        const { text, fields, pdf } = await client.letters.preview(caseId, { draft, partyId })
        console.log(text, fields, pdf.length)
      `,
    },
  },
  retryLetter: {
    method: 'POST',
    path: '/cases/{id}/letters/{letterId}/retry',
    audience: 'integration',
    needs: 'writeLetters',
    trace: 'change',
    summary: 'Compose a letter again that could not be composed or mailed',
    description:
      'Once the address, the field or the text of the letter is put right. It stays the letter of the event that raised it. One that was composed is sent again by redriving its delivery.',
    params: ofLetter,
    body: RetryLetter,
    answers: { 200: json('The letter', SentLetterDetail) },
    servedBy: { call: ['letters.retry', 'request', 'id', 'letterId'] },
    sdk: {
      call: 'client.letters.retry',
      about: 'Compose a letter again that could not be composed or mailed, once what kept it is put right.',
      example: sample`
        for (const { id, status, documentId } of await client.letters.list(caseId)) {
          if (status === 'failed' && documentId === undefined) await client.letters.retry(caseId, id)
        }
      `,
    },
  },
  receiptLetter: {
    method: 'PUT',
    path: '/cases/{id}/letters/{letterId}/receipt',
    audience: 'integration',
    needs: 'recordDeliveries',
    trace: 'change',
    summary: 'Record that a letter was sent',
    params: ofLetter,
    body: LetterReceipt,
    answers: { 200: json('The letter', SentLetterDetail) },
    servedBy: { call: ['letters.receipt', 'request', 'id', 'letterId', 'body'] },
    sdk: {
      call: 'client.letters.receipt',
      takes: ['receipt'],
      about: 'Record that a letter was sent. Repeating a receipt changes nothing.',
      example: sample`
        const sentAt = new Date().toISOString()
        for (const { id, status } of await client.letters.list(caseId)) {
          if (status === 'composed') await client.letters.receipt(caseId, id, { channel: 'mail', sentAt })
        }
      `,
    },
  },
  failLetter: {
    method: 'PUT',
    path: '/cases/{id}/letters/{letterId}/failure',
    audience: 'integration',
    needs: 'recordDeliveries',
    trace: 'change',
    summary: 'Report that a letter came back: a task takes it up',
    params: ofLetter,
    body: DeliveryFailure,
    answers: { 200: json('The letter', SentLetterDetail) },
    servedBy: { call: ['letters.fail', 'request', 'id', 'letterId', 'body'] },
    sdk: {
      call: 'client.letters.fail',
      takes: ['failure'],
      example: sample`
        for (const { id, status } of await client.letters.list(caseId)) {
          if (status === 'receipted') await client.letters.fail(caseId, id, { why: 'Moved, no forwarding address.' })
        }
      `,
    },
  },
} as const satisfies Record<string, Row>

const of = { letterId: Type.String(), letter: letterName, partyId }

const sessionId = Type.Optional(Type.String({ description: 'The session that it tells of' }))

export const events = {
  'letter.owed': shownTo(
    'integration',
    Type.Object({
      ...of,
      kind,
      eventId: Type.Optional(Type.String({ description: 'The event that raised it' })),
      eventType: Type.Optional(Type.String()),
      taskId: Type.Optional(Type.String()),
      workProductId: Type.Optional(Type.String()),
      sessionId,
      reason: Type.Optional(Type.String()),
    }),
    { staff: ['reason'] },
  ),
  'letter.composed': shownTo(
    'integration',
    Type.Object({
      ...of,
      kind,
      documentId,
      subject: Type.String(),
      sha256: Sha256,
      bytes: Type.Integer({ minimum: 1 }),
      pageCount: Type.Integer({ minimum: 1 }),
      date: Type.String({ description: 'The date that it bears' }),
    }),
    { staff: ['subject', 'documentId', 'sha256'] },
  ),
  'letter.receipted': shownTo('integration', Type.Object({ ...of, ...wasSent }), { staff: ['destination'] }),
  'letter.failed': shownTo(
    'integration',
    Type.Object({
      ...of,
      sessionId,
      cause,
      ...hasFailed,
    }),
    { staff: ['destination', 'why'] },
  ),
  'letter.withdrawn': shownTo('integration', Type.Object({ ...of, why: Type.String() }), {
    staff: ['why'],
  }),
}
