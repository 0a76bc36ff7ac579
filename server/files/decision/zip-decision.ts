import type { Blobs } from '../blobs.ts'
import type { DocumentContents } from '../document-content.ts'
import { notIncludedReason } from '../exported-case.ts'
import { type AddFile, fileName, linesFile, type PackedFile, sealedZip } from '../sealed-zip.ts'
import {
  type CitedDocument,
  type CitedPageText,
  type DecisionManifest,
  decisionFiles,
  type PackedCitedDocument,
} from './decision-manifest.ts'
import { pemOf } from './pem.ts'
import type { SealingKey } from './sealing-key.ts'

export type DecisionToPack = Pick<DecisionManifest, 'case' | 'workProductId' | 'status'> & {
  /** Canonical JSON, as it was hashed. */
  package: { sha256: string; body: string }
  sealedSha256: string
  readme: string
  notice?: string | undefined
  documents: readonly CitedDocument[]
  pageTexts: readonly CitedPageText[]
  packedAt: Date
  events: () => AsyncIterable<readonly object[]>
}

/**
 * A decision as a ZIP that proves itself without the service: what was signed, the sealed PDF, the documents that are
 * cited, the events of the case, and a manifest with the hash of each, signed with the key of the seal.
 */
export function zipDecision(
  decision: DecisionToPack,
  { blobs, contents, key }: { blobs: Blobs; contents: DocumentContents; key: SealingKey },
): AsyncGenerator<Buffer, void, undefined> {
  const files: PackedFile[] = []
  const documents: PackedCitedDocument[] = decision.documents.map((document) => ({ ...document }))
  let events: DecisionManifest['events'] | undefined
  let manifest = Buffer.alloc(0)

  return sealedZip(decision.packedAt, async (add) => {
    const addText = (file: string, text: () => string | Promise<string>) =>
      add(
        file,
        async () => bytesOf(await text()),
        (packed) => files.push(packed),
      )
    addText(decisionFiles.readme, () => decision.readme)
    add(
      decisionFiles.decision,
      async () => (await blobs.open(decision.sealedSha256)).stream,
      (packed) => files.push(packed),
    )
    addText(decisionFiles.package, () => decision.package.body)
    addText(decisionFiles.pageTexts, () => `${JSON.stringify(decision.pageTexts)}\n`)
    addText(decisionFiles.certificates, () => pemOf(key))
    for (const [index, document] of documents.entries()) await addDocument(add, index, document)
    let count = 0
    const counted = async function* () {
      for await (const page of decision.events()) {
        count += page.length
        yield page
      }
    }
    add(
      decisionFiles.events,
      async () => linesFile(counted()),
      (packed) => {
        events = { ...packed, count }
      },
    )
    add(decisionFiles.manifest, async () => {
      manifest = Buffer.from(`${JSON.stringify(manifestOf(), null, 2)}\n`)
      return bytesOf(manifest)
    })
    add(decisionFiles.signature, async () => {
      const signature = await key.sign(manifest, 'SHA-256')
      return bytesOf(`${Buffer.from(signature).toString('base64')}\n`)
    })
  })

  /** Bit-identical where the document is a whole file; one that cannot be had is named with the reason. */
  async function addDocument(add: AddFile, index: number, document: PackedCitedDocument) {
    const { content, name } = document
    try {
      const isWhole =
        content.firstPage === 1 && (await contents.pageCount(content.sha256)) === content.pageCount
      const cut = isWhole ? undefined : await contents.file(content)
      if (cut) document.isCut = true
      add(
        `documents/${fileName(index, documents.length, name)}`,
        async () => (cut ? await cut.open() : (await blobs.open(content.sha256)).stream),
        (packed) => {
          document.packed = packed
        },
      )
    } catch (error) {
      document.notIncluded = notIncludedReason(error)
    }
  }

  function manifestOf(): DecisionManifest {
    const { case: facts, workProductId, status, packedAt, notice } = decision
    return {
      format: 'portico-decision-package',
      version: 1,
      case: facts,
      workProductId,
      packageSha256: decision.package.sha256,
      status,
      packedAt: packedAt.toISOString(),
      ...(notice ? { notice } : {}),
      files,
      documents,
      events: events!,
    }
  }
}

async function* bytesOf(content: string | Buffer): AsyncGenerator<Buffer> {
  yield Buffer.from(content)
}
