import type { Calls } from './calls.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type {
  CourtRemand,
  JudgeInstruction,
  MandateCorrection,
  NewAnswer,
  RemandProgress,
  RemandReturn,
} from './types.ts'

export function remandsOver({ call }: Calls) {
  return {
    /**
     * List the remands of a case, newest first: what was sent back, how far it is, and the checklist of its instructions.
     *
     * @example
     * ```ts
     * for (const { status, instructions } of await client.remands.list(caseId)) console.log(status, instructions.length)
     * ```
     */
    list: (caseId: string, options?: CallOptions) => call('listRemands', { caseId }, options),

    /**
     * Record that a court has sent issues back. The mandate is a document of the case. A closed case is reopened.
     *
     * @example
     * ```ts
     * const recordMandate = (documentId: string, issueIds: string[]) =>
     *   client.remands.recordFromCourt(caseId, {
     *     documentId,
     *     court: 'Court of Appeals for Veterans Claims',
     *     mandateOn: '2026-05-05',
     *     issueIds,
     *     instructions: [{ text: 'Discuss the lay statements of 4 May 2024.' }],
     *     why: 'The court has vacated the denial and remanded the issue.',
     *   })
     * console.log(typeof recordMandate)
     * ```
     */
    recordFromCourt: (caseId: string, remand: CourtRemand, options?: WriteOptions) =>
      call('recordCourtRemand', { caseId, body: remand }, options),

    /**
     * Correct the date of a court's mandate. Deadlines that run from it move.
     *
     * @example
     * ```ts
     * for (const { id, mandate } of await client.remands.list(caseId))
     *   if (mandate) await client.remands.correctMandate(caseId, id, { mandateOn: '2026-05-06', why: 'It was misread.' })
     * ```
     */
    correctMandate: (
      caseId: string,
      remandId: string,
      correction: MandateCorrection,
      options?: WriteOptions,
    ) => call('correctMandate', { caseId, remandId, body: correction }, options),

    /**
     * Record what is heard of a remand while the work is done elsewhere.
     *
     * @example
     * ```ts
     * for (const { id, status } of await client.remands.list(caseId))
     *   if (status === 'sentBack') await client.remands.reportProgress(caseId, id, { status: 'acknowledged' })
     * ```
     */
    reportProgress: (caseId: string, remandId: string, progress: RemandProgress, options?: WriteOptions) =>
      call('reportRemandProgress', { caseId, remandId, body: progress }, options),

    /**
     * Record that the work has come back, with the documents that came. The case goes to whoever signed the remand.
     *
     * @example
     * ```ts
     * for (const { id, status } of await client.remands.list(caseId))
     *   if (status === 'workDone') await client.remands.takeBack(caseId, id, { documentIds: [documentId] })
     * ```
     */
    takeBack: (caseId: string, remandId: string, returned: RemandReturn, options?: WriteOptions) =>
      call('returnRemand', { caseId, remandId, body: returned }, options),

    /**
     * Cite a page that answers an instruction.
     *
     * @example
     * ```ts
     * for (const { id, status, instructions } of await client.remands.list(caseId))
     *   for (const instruction of status === 'returned' ? instructions : [])
     *     await client.remands.answer(caseId, id, instruction.id, { page: 12 })
     * ```
     */
    answer: (
      caseId: string,
      remandId: string,
      instructionId: string,
      answer: NewAnswer,
      options?: WriteOptions,
    ) => call('answerInstruction', { caseId, remandId, instructionId, body: answer }, options),

    /**
     * Remove an answer to an instruction. Succeeds even if there is none.
     *
     * @example
     * ```ts
     * for (const { id, instructions } of await client.remands.list(caseId))
     *   for (const { id: instructionId, answers = [] } of instructions)
     *     for (const answer of answers) await client.remands.removeAnswer(caseId, id, instructionId, answer.id)
     * ```
     */
    removeAnswer: (
      caseId: string,
      remandId: string,
      instructionId: string,
      answerId: string,
      options?: WriteOptions,
    ) => call('removeAnswer', { caseId, remandId, instructionId, answerId }, options),

    /**
     * Say whether the work satisfies an instruction. What is not satisfied needs a reason.
     *
     * @example
     * ```ts
     * for (const { id, status, instructions } of await client.remands.list(caseId))
     *   for (const instruction of status === 'returned' ? instructions : [])
     *     await client.remands.judge(caseId, id, instruction.id, { result: 'satisfied' })
     * ```
     */
    judge: (
      caseId: string,
      remandId: string,
      instructionId: string,
      judgment: JudgeInstruction,
      options?: WriteOptions,
    ) => call('judgeInstruction', { caseId, remandId, instructionId, body: judgment }, options),
  }
}

export type Remands = ReturnType<typeof remandsOver>
