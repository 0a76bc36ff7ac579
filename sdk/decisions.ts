import { path } from './path.ts'
import type { CallOptions } from './request.ts'
import type { Transport } from './transport.ts'
import type { DecisionPackageDetail } from './types.ts'

export type DecisionOptions = CallOptions & {
  /** The package of this work product, rather than of what was signed last. */
  workProductId?: string | undefined
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
  }
}
