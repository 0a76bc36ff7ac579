import { type ContentOptions, type FileContent, openContent } from './content.ts'
import { path } from './path.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { Transport } from './transport.ts'
import type { DecisionPackageDetail, Effectuation, EffectuationDetail, EffectuationReport } from './types.ts'

export type DecisionOptions = CallOptions & {
  /** The package of this work product, rather than of what was signed last. */
  workProductId?: string | undefined
}

export type DecisionFileOptions = DecisionOptions &
  ContentOptions & {
    /** The sealed PDF; or a ZIP with what proves it, for `portico verify`. */
    format?: 'pdf' | 'zip' | undefined
  }

/** What was signed on a case. */
export type Decisions = {
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
  get(caseId: string, options?: DecisionOptions): Promise<DecisionPackageDetail>

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
   * console.log(file.contentType, (await new Response(file.stream).blob()).size)
   * ```
   */
  file(caseId: string, options?: DecisionFileOptions): Promise<FileContent>

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
  reportEffectuation(
    caseId: string,
    report: EffectuationReport,
    options?: WriteOptions,
  ): Promise<Effectuation>
}

export function decisionsOver(transport: Transport): Decisions {
  return {
    async get(caseId, { workProductId, ...options } = {}) {
      return transport.json<DecisionPackageDetail>({
        method: 'GET',
        path: path`/cases/${caseId}/decision-package`,
        query: { workProductId },
        options,
      })
    },
    async file(caseId, { workProductId, format = 'pdf', ...options } = {}) {
      return format === 'zip'
        ? openContent(transport, path`/cases/${caseId}/decision-package`, options, { workProductId, format })
        : openContent(transport, path`/cases/${caseId}/decision-package/file`, options, { workProductId })
    },
    async reportEffectuation(caseId, body, options) {
      const { effectuation } = await transport.json<EffectuationDetail>({
        method: 'POST',
        path: path`/cases/${caseId}/effectuation`,
        body,
        options,
      })
      return effectuation
    },
  }
}
