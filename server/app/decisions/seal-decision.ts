import { createHash, randomUUID } from 'node:crypto'
import type { DecisionPackage } from '@portico/contract/decision-package'
import { workProducts } from '../../core/decision/work-product.ts'
import type { Blobs } from '../../files/blobs.ts'
import { printDecision } from '../../files/decision/print-decision.ts'
import { sealPdf, sealReason } from '../../files/decision/seal-pdf.ts'
import type { Typesetting } from '../../files/decision/typesetting.ts'
import { listWorkProducts } from '../../projections/work-products.ts'
import type { Database } from '../../store/db.ts'
import { readPackage } from '../../store/work-product-texts.ts'
import type { Execute } from '../engine/execute.ts'
import { systemActor } from '../engine/system-actor.ts'
import type { SealingKeys } from './sealing-keys.ts'

export type SealDecision = (
  order: { caseId: string; workProductId: string },
  signal?: AbortSignal,
) => Promise<void>

/**
 * Makes the sealed PDF of a signed work product. Idempotent: the first one recorded counts, any other is only unnamed
 * bytes.
 */
export function createSealDecision(parts: {
  db: Database
  execute: Execute
  blobs: Blobs
  typesetting: Typesetting
  keys: SealingKeys
  clock: () => Date
  /** The permanent address of a page; it is printed into the sealed PDF. */
  pageUrl: (caseId: string, page: number) => string
  notice?: string | undefined
}): SealDecision {
  const { db, execute, blobs, typesetting, keys, clock, pageUrl, notice } = parts

  return async ({ caseId, workProductId }, signal) => {
    const [product] = await listWorkProducts(db, caseId, workProductId)
    if (!product?.signed || product.sealed) return
    const kept = await readPackage(db, caseId, workProductId)
    if (!kept) return
    if (createHash('sha256').update(kept.body).digest('hex') !== kept.sha256)
      throw new Error(`The decision package ${kept.sha256} is not what was signed.`)
    const signed = JSON.parse(kept.body) as DecisionPackage
    const printed = printDecision(signed, { sha256: kept.sha256, pageUrl, notice })
    const paper = await typesetting.typeset(printed, { signal })
    const reason = sealReason(kept.sha256)
    const sealed = await sealPdf(paper, await keys.current(), { reason, at: clock() })
    const { sha256, bytes } = await blobs.put(chunksOf(sealed))
    signal?.throwIfAborted()
    const call = { at: clock(), actor: systemActor, correlationId: randomUUID() }
    const command = {
      type: 'seal' as const,
      caseId,
      workProductId,
      packageSha256: kept.sha256,
      sha256,
      bytes,
    }
    await execute(workProducts, call, command, () => null)
  }
}

async function* chunksOf(bytes: Buffer) {
  yield bytes
}
