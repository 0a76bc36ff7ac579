import type { Calls } from './calls.ts'
import type { ContentOptions } from './content.ts'
import { type CallOptions, unhurried, type WriteOptions } from './request.ts'
import type { QueryOf } from './route-call.ts'
import type { DropPiece, MailReplay, MatchPiece, NewPiece } from './types.ts'

export type PiecesOptions = QueryOf<'listPieces'> & CallOptions

export function mailOver({ call, content, list }: Calls) {
  return {
    /**
     * Take in a piece of mail, with its file or with uploads. If it names its case and its type, it is filed and routed at
     * once; otherwise it waits in the queue. Sent again under the same `pieceId`, it is the same piece.
     *
     * @example
     * ```ts
     * const { status, why } = await client.mail.takeIn(
     *   {
     *     channel: 'mail',
     *     sender: { name: 'Maria Lindqvist', address: '12 Harbor Street, Salem 97301' },
     *     receiptDate: '2026-03-02',
     *     subject: 'My appeal',
     *   },
     *   new Blob(['Please tell me how my appeal stands.']),
     * )
     * console.log(status, why)
     * ```
     */
    takeIn: (piece: NewPiece, file?: Blob, options?: WriteOptions) =>
      call('takeInPiece', { body: piece, file }, unhurried(options)),

    /**
     * List the mail that waits for somebody, oldest first, or what became of it.
     *
     * @example
     * ```ts
     * for await (const { receiptDate, sender, why } of client.mail.list({ status: 'unmatched' })) {
     *   console.log(receiptDate, sender?.name, why)
     * }
     * ```
     */
    list: (options?: PiecesOptions) => list('listPieces', {}, options),

    /**
     * Get a piece of mail, with the cases that it may belong to and the reasons.
     *
     * @example
     * ```ts
     * for await (const { id } of client.mail.list({ limit: 10 })) {
     *   const { piece, candidates, mailTypes } = await client.mail.get(id)
     *   console.log(piece.why, mailTypes)
     *   for (const { docketNumber, reasons } of candidates) console.log(docketNumber, reasons)
     * }
     * ```
     */
    get: (pieceId: string, options?: CallOptions) => call('getPiece', { pieceId }, options),

    /**
     * Get a file of a piece as it was received.
     *
     * @example
     * ```ts
     * const { pieces } = await client.mail.list({ limit: 1 }).page()
     * for (const { id, files } of pieces) {
     *   for (const { partId } of files) {
     *     const bytes = await (await client.mail.content(id, partId)).bytes()
     *     console.log(bytes.length)
     *   }
     * }
     * ```
     */
    content: (pieceId: string, partId: string, options?: ContentOptions) =>
      content('getPieceFile', { pieceId, partId }, options),

    /**
     * Say which case a piece belongs to. Its files become documents there, and a task routes it.
     *
     * @example
     * ```ts
     * for await (const { id } of client.mail.list({ status: 'unmatched', limit: 10 })) {
     *   const matched = { mailType: 'statusInquiry', why: 'The letter names the veteran.' }
     *   const { taskId } = await client.mail.match(id, caseId, matched)
     *   console.log(taskId)
     *   break
     * }
     * ```
     */
    match: (pieceId: string, caseId: string, matched: Omit<MatchPiece, 'caseId'>, options?: WriteOptions) =>
      call('matchPiece', { pieceId, body: { caseId, ...matched } }, options),

    /**
     * Drop a piece as a duplicate of a document of a case. The reason is an event of the case.
     *
     * @example
     * ```ts
     * for await (const { id, caseId } of client.mail.list({ status: 'held' })) {
     *   const { duplicates } = await client.mail.get(id)
     *   const same = duplicates.find((one) => one.caseId === caseId && one.kind === 'exact')
     *   if (same) await client.mail.drop(id, { ...same, why: 'The same fax came twice.' })
     * }
     * ```
     */
    drop: (pieceId: string, { caseId, documentId, why }: DropPiece, options?: WriteOptions) =>
      call('dropPiece', { pieceId, body: { caseId, documentId, why } }, options),

    /**
     * Replay a changed table of mail types over past mail: what would have gone elsewhere, and why. Changes nothing.
     *
     * @example
     * ```ts
     * const { profile } = await client.profile.get()
     * const [first, ...mailTypes] = profile.mailTypes
     * const { looked, moved, byMove } = await client.mail.replay({ mailTypes })
     * console.log(first?.name, looked, moved, byMove)
     * ```
     */
    replay: (table: MailReplay, options?: WriteOptions) => call('replayMail', { body: table }, options),

    /**
     * Say that a piece belongs to no case. It is kept.
     *
     * @example
     * ```ts
     * for await (const { id } of client.mail.list({ status: 'unmatched', limit: 10 })) {
     *   const { status } = await client.mail.reject(id, 'An advertisement.')
     *   console.log(status)
     * }
     * ```
     */
    reject: (pieceId: string, why: string, options?: WriteOptions) =>
      call('rejectPiece', { pieceId, body: { why } }, options),

    /**
     * Put a rejected piece back into the queue.
     *
     * @example
     * ```ts
     * const { pieces } = await client.mail.list({ status: 'rejected', newest: true, limit: 1 }).page()
     * for (const { id } of pieces) {
     *   const { status } = await client.mail.reopen(id, 'The sender has named the case by telephone.')
     *   console.log(status)
     * }
     * ```
     */
    reopen: (pieceId: string, why: string, options?: WriteOptions) =>
      call('reopenPiece', { pieceId, body: { why } }, options),
  }
}

/** Mail that arrives, and the queue of what somebody has to work. */
export type Mail = ReturnType<typeof mailOver>
