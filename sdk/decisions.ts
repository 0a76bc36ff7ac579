import type { Calls } from './calls.ts'
import type { ContentOptions } from './content.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { EffectuationReport } from './types.ts'

export type DecisionOptions = CallOptions & {
  /** The package of this work product, rather than of what was signed last. */
  workProductId?: string | undefined
}

export type DecisionFileOptions = DecisionOptions &
  ContentOptions & {
    /** The sealed PDF; or a ZIP with what proves it, for `portico verify`. */
    format?: 'pdf' | 'zip' | undefined
  }

export function decisionsOver({ call, content }: Calls) {
  return {
    /**
     * The decision package: the signed work product, dispositions with their evidence, recipients, the manifest of the
     * file. Of what was signed last, also where it was recalled; `notFound` before any signature.
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
     * The decision as a stream: the sealed PDF, or the package as a ZIP that proves itself. It is made right after the
     * signature, in the background: `notFound` until it is there.
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
     * Reports that what was decided was put into effect, or that this failed. A failure says why and opens a task; the same
     * report again changes nothing.
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

/** What was signed on a case. */
export type Decisions = ReturnType<typeof decisionsOver>
