import type { Calls } from './calls.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { QueryOf } from './route-call.ts'
import type { DeliveryFailure, LetterReceipt, PreviewLetter, WriteLetter } from './types.ts'

export function lettersOver({ call, list }: Calls) {
  return {
    /**
     * List the letters of a case, newest first, and what became of them.
     *
     * @example
     * ```ts
     * for (const { letter, partyId, status } of await client.letters.list(caseId)) console.log(letter, partyId, status)
     * ```
     */
    list: (caseId: string, options?: CallOptions) => call('listLetters', { caseId }, options),

    /**
     * List the letters of all cases that you may see, oldest first, such as those to be mailed by hand.
     *
     * @example
     * ```ts
     * for await (const { caseId, letter } of client.letters.find({ status: 'composed' })) {
     *   console.log(caseId, letter.subject, letter.documentId)
     * }
     * ```
     */
    find: (options?: QueryOf<'findLetters'> & CallOptions) => list('findLetters', {}, options),

    /**
     * Send a letter of the profile to a party. It is composed in the background, and filed as a document of the case.
     *
     * @example
     * ```ts
     * const reason = 'Please send us the missing treatment records.'
     * const { id, status } = await client.letters.write(caseId, { letter: 'general', partyId, reason })
     * console.log(id, status)
     * ```
     */
    write: (caseId: string, letter: WriteLetter, options?: WriteOptions) =>
      call('writeLetter', { caseId, body: letter }, options),

    /**
     * Try a letter on a case, such as one that is not in the profile yet: the PDF, and the fields that it used.
     *
     * @example
     * ```ts
     * const draft = { subject: 'About {{ case.docketNumber }}', body: 'Dear {{ recipient.name }}: we have your appeal.' }
     * const { text, fields, pdf } = await client.letters.preview(caseId, { draft, partyId })
     * console.log(text, fields, pdf.length)
     * ```
     */
    preview: (caseId: string, letter: PreviewLetter, options?: CallOptions) =>
      call('previewLetter', { caseId, body: letter }, options),

    /**
     * Compose a letter again that could not be composed or mailed, once what kept it is put right.
     *
     * @example
     * ```ts
     * for (const { id, status, documentId } of await client.letters.list(caseId)) {
     *   if (status === 'failed' && documentId === undefined) await client.letters.retry(caseId, id)
     * }
     * ```
     */
    retry: (caseId: string, letterId: string, { ends, ...options }: WriteOptions & { ends?: string } = {}) =>
      call('retryLetter', { caseId, letterId, body: { ends } }, options),

    /**
     * Record that a letter was sent. Repeating a receipt changes nothing.
     *
     * @example
     * ```ts
     * const sentAt = new Date().toISOString()
     * for (const { id, status } of await client.letters.list(caseId)) {
     *   if (status === 'composed') await client.letters.receipt(caseId, id, { channel: 'mail', sentAt })
     * }
     * ```
     */
    receipt: (caseId: string, letterId: string, receipt: LetterReceipt, options?: WriteOptions) =>
      call('receiptLetter', { caseId, letterId, body: receipt }, options),

    /**
     * Report that a letter came back: a task takes it up.
     *
     * @example
     * ```ts
     * for (const { id, status } of await client.letters.list(caseId)) {
     *   if (status === 'receipted') await client.letters.fail(caseId, id, { why: 'Moved, no forwarding address.' })
     * }
     * ```
     */
    fail: (caseId: string, letterId: string, failure: DeliveryFailure, options?: WriteOptions) =>
      call('failLetter', { caseId, letterId, body: failure }, options),
  }
}

/** The letters to the parties of a case. */
export type Letters = ReturnType<typeof lettersOver>
