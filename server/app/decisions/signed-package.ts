import type { DecisionPackage, DecisionPackageDetail } from '@portico/contract/decision-package'
import { layOut, layoutById } from '../../core/decision/layout.ts'
import type { Reader } from '../../core/file/reader.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { findSigned, type WorkProductFacts } from '../../projections/work-products.ts'
import { consistentRead } from '../../store/consistent-read.ts'
import type { Database, Queryable } from '../../store/db.ts'
import { positionOf } from '../../store/events/positions.ts'
import { readPackage } from '../../store/work-product-texts.ts'
export type ReadDecisionPackage = ReturnType<typeof createReadDecisionPackage>

/** The decision package of a case, as it was signed, without what is concealed from the reader. */
export const createReadDecisionPackage =
  (db: Database) => (caseId: string, reader: Reader, workProductId?: string) =>
    consistentRead(db, async (tx) => {
      const detail = await packageDetail(tx, caseId, await findSigned(tx, caseId, reader, workProductId))
      const { concealed = [] } = reader
      const manifest = detail.package.manifest.filter(({ documentId }) => !concealed.includes(documentId))
      return { ...detail, package: { ...detail.package, manifest } }
    })

async function packageDetail(
  tx: Queryable,
  caseId: string,
  { id, status, recalled, sealed, signedSequence = 0 }: WorkProductFacts,
): Promise<DecisionPackageDetail> {
  const [kept, position] = await Promise.all([
    readPackage(tx, caseId, id),
    positionOf(tx, caseId, signedSequence),
  ])
  if (!kept || position === undefined) throw new Refusal('notFound', 'The decision package was erased.')
  const decision = JSON.parse(kept.body) as DecisionPackage
  const { sections, structure } = decision
  return {
    sha256: kept.sha256,
    status: status as DecisionPackageDetail['status'],
    position,
    ...(recalled ? { recalled } : {}),
    file: sealed ? { ...sealed, href: `/cases/${caseId}/decision-package/file?workProductId=${id}` } : null,
    ...(structure ? { layout: layoutById(layOut(sections, structure)) } : {}),
    package: decision,
  }
}
