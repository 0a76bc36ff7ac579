import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { DecisionPackage, DecisionVerification } from '@portico/contract/decision-package'
import { Refusal } from '../../core/kernel/decider.ts'
import type { Blobs } from '../../files/blobs.ts'
import type { CitedPageText } from '../../files/decision/decision-manifest.ts'
import { decisionReadme } from '../../files/decision/decision-readme.ts'
import { type DecisionToPack, zipDecision } from '../../files/decision/zip-decision.ts'
import type { DerivedFiles } from '../../files/derived.ts'
import { openDocumentContents, storedFile } from '../../files/document-content.ts'
import type { PdfWorkers } from '../../files/pdf/pdf-workers.ts'
import type { CaseReader } from '../../projections/reserved.ts'
import { findSigned } from '../../projections/work-products.ts'
import { consistentRead } from '../../store/consistent-read.ts'
import type { Database, Queryable } from '../../store/db.ts'
import type { StoredEvent } from '../../store/events/read.ts'
import { readHeads } from '../../store/events/stream.ts'
import { readPackage } from '../../store/work-product-texts.ts'
import { type NamedFile, packedEvents } from '../file/export-case.ts'
import { verifySealed } from '../verify/verify-sealed.ts'
import type { SealingKeys } from './sealing-keys.ts'

/** A decision as a file: the sealed PDF, or the self-contained package. */
export type DecisionFiles = {
  /** Defaults to the work product signed last. */
  pdf(caseId: string, reader: CaseReader, workProductId?: string): Promise<NamedFile>
  zip(caseId: string, reader: CaseReader, workProductId?: string): Promise<NamedFile>
  verify(caseId: string, reader: CaseReader, workProductId?: string): Promise<DecisionVerification>
}

export function openDecisionFiles(parts: {
  db: Database
  blobs: Blobs
  derived: DerivedFiles
  pdf: PdfWorkers
  keys: SealingKeys
  clock: () => Date
  notice?: string | undefined
}): DecisionFiles {
  const { db, blobs, derived, pdf, keys, clock, notice } = parts
  const contents = openDocumentContents({ blobs, derived, pdf })

  return {
    async pdf(caseId, reader, workProductId) {
      const { signed, sealed } = await consistentRead(db, (tx) =>
        readDecision(tx, caseId, reader, workProductId),
      )
      const file = await storedFile(blobs, sealed.sha256)
      return { ...file, name: `${nameOf(signed)}.pdf`, mediaType: 'application/pdf' }
    },

    async verify(caseId, reader, workProductId) {
      const { signed, kept, sealed } = await consistentRead(db, (tx) =>
        readDecision(tx, caseId, reader, workProductId),
      )
      const file = await storedFile(blobs, sealed.sha256)
      return verifySealed({
        package: signed,
        packageSha256: kept.sha256,
        pdf: await buffer(await file.open()),
        pdfSha256: sealed.sha256,
      })
    },

    async zip(caseId, reader, workProductId) {
      const seen = await consistentRead(db, (tx) => readDecision(tx, caseId, reader, workProductId))
      const { signed, kept, product, sealed, version, pageTexts } = seen
      const cited = new Set(signed.citations.map(({ anchor }) => `${anchor.documentId} ${anchor.version}`))
      const { recalled } = product
      const decision: DecisionToPack = {
        case: { id: caseId, version, docketNumber: signed.case.docketNumber },
        workProductId: product.id,
        status: recalled ? 'recalled' : product.released ? 'released' : 'signed',
        package: kept,
        sealedSha256: sealed.sha256,
        readme: decisionReadme(signed, { recalled, notice }),
        notice,
        documents: signed.manifest
          .filter((entry) => cited.has(`${entry.documentId} ${entry.version}`))
          .map(({ readBy: _, receiptDate: __, ...document }) => document),
        pageTexts,
        packedAt: clock(),
        events: () =>
          packedEvents(db, caseId, version, reader, decision.packedAt, (event) =>
            isProofOf(product.id, event),
          ),
      }
      const key = await keys.current()
      // Signed anew each time, so no two have the same bytes and none is cached.
      const etag = `"${kept.sha256}-${version}-${decision.packedAt.getTime()}"`
      const open = async () => Readable.from(zipDecision(decision, { blobs, contents, key }))
      return { bytes: undefined, etag, open, name: `${nameOf(signed)}.zip`, mediaType: 'application/zip' }
    },
  }
}

/** The events of the signature and the seal, against which the package is checked. */
function isProofOf(workProductId: string, { type, subject }: StoredEvent): boolean {
  return (
    subject === workProductId &&
    ['workProduct.signed', 'workProduct.sealed', 'workProduct.recalled'].includes(type)
  )
}

function nameOf({ case: facts, workProduct }: DecisionPackage): string {
  return `${facts.docketNumber} ${workProduct.title.slice(0, 100)}`
}

/** The decision signed last, even if recalled. */
async function readDecision(
  tx: Queryable,
  caseId: string,
  reader: CaseReader,
  workProductId: string | undefined,
) {
  const [[head], product] = await Promise.all([
    readHeads(tx, caseId),
    findSigned(tx, caseId, reader, workProductId),
  ])
  if (!head) throw new Refusal('notFound', 'There is no case with this id.')
  const kept = await readPackage(tx, caseId, product.id)
  if (!kept) throw new Refusal('notFound', 'The decision package of this case was erased.')
  const { sealed } = product
  if (!sealed) {
    throw new Refusal(
      'notFound',
      'The decision is signed and its sealed file is being made: try again in a few seconds.',
    )
  }
  const signed = JSON.parse(kept.body) as DecisionPackage
  const pages = signed.citations.map(({ anchor }) => anchor.page)
  const pageTexts = await readPageTexts(tx, caseId, pages)
  return { signed, kept, product, sealed, version: head.version, pageTexts }
}

function readPageTexts(tx: Queryable, caseId: string, pages: readonly number[]): Promise<CitedPageText[]> {
  return tx.rows<CitedPageText>(
    `select page, source, text from page_texts where case_id = $1 and page = any($2) order by page`,
    [caseId, pages],
  )
}
