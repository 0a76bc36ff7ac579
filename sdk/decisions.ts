import type { Calls } from './calls.ts'
import type { ContentOptions } from './content.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { EffectuationReport } from './types.ts'

export type DecisionOptions = CallOptions & {
  /** The work product; defaults to the one signed last. */
  workProductId?: string | undefined
}

export type DecisionFileOptions = DecisionOptions &
  ContentOptions & {
    /** The sealed PDF, or a ZIP with its proof for `portico verify`. */
    format?: 'pdf' | 'zip' | undefined
  }

export function decisionsOver({ call, content }: Calls) {
  return {
    /**
     * Get the decision package: the signed work product, the dispositions with their evidence, the recipients and the
     * manifest of the file. Defaults to the one signed last, even if recalled; `notFound` before any signature.
     *
     * @example
     * ```ts
     * const { status, sha256, package: decision } = await client.decisions.get(caseId)
     * for (const { description, disposition } of decision.dispositions) console.log(description, disposition.label)
     * console.log(status, sha256)
     * ```
     */
    get: (caseId: string, options?: DecisionOptions) => call('getDecisionPackage', { caseId }, options),

    /**
     * Download the decision: the sealed PDF, or the package as a self-contained ZIP. It is made in the background right
     * after the signature: `notFound` until it is ready.
     *
     * @example
     * ```ts
     * for await (const { at } of client.cases.watch(caseId, { types: ['workProduct.sealed'] })) {
     *   console.log('sealed', at)
     *   break
     * }
     * const file = await client.decisions.file(caseId, { format: 'zip' })
     * console.log(file.name, file.contentType, (await file.bytes()).length)
     * ```
     */
    file: (caseId: string, { format = 'pdf', ...options }: DecisionFileOptions = {}) =>
      format === 'zip'
        ? content('getDecisionPackage', { caseId }, { ...options, format })
        : content('getDecisionFile', { caseId }, options),

    /**
     * Verify the sealed decision: its hashes, its signature over the PDF and its certificate, each with the result.
     *
     * @example
     * ```ts
     * const { holds, checks, certificate } = await client.decisions.verify(caseId)
     * for (const { check, holds } of checks) console.log(check, holds)
     * console.log(holds, certificate?.fingerprint)
     * ```
     */
    verify: (caseId: string, options?: DecisionOptions) => call('verifyDecision', { caseId }, options),

    /**
     * Report that a decision was put into effect, or that this failed. A failure needs a reason and opens a task.
     * Repeating a report changes nothing.
     *
     * @example
     * ```ts
     * const { result, at } = await client.decisions.reportEffectuation(caseId, { result: 'completed' })
     * console.log(result, at)
     * ```
     */
    reportEffectuation: (caseId: string, report: EffectuationReport, options?: WriteOptions) =>
      call('reportEffectuation', { caseId, body: report }, options),
  }
}

/** The signed decision of a case. */
export type Decisions = ReturnType<typeof decisionsOver>
