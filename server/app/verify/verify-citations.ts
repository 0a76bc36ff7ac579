import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { DecisionPackage, PackageCitation } from '@portico/contract/decision-package'
import {
  type CitedPageText,
  type DecisionManifest,
  decisionFiles,
  type PackedCitedDocument,
} from '../../files/decision/decision-manifest.ts'
import { UnreadablePdf } from '../../files/pdf/unreadable.ts'
import { BadZip } from '../../files/read-zip.ts'
import { findQuote, speltWords } from '../../search/find-quote.ts'
import type { Report, VerifyOptions, ZipParts } from './zip-parts.ts'

type Decision = {
  signed: DecisionPackage
  manifest: DecisionManifest
  pageTexts: readonly CitedPageText[]
}

/**
 * Each citation against the document it names: the same bytes that were filed, the page inside of it, and the quote on
 * the page. Returns what could not be held against anything.
 */
export async function verifyCitations(
  { signed, manifest, pageTexts }: Decision,
  parts: ZipParts,
  { pdf }: VerifyOptions,
  fault: Report,
): Promise<string[]> {
  const notes: string[] = []
  let cut = 0
  verifyEvidence(signed, parts, fault)
  verifyNumbers(signed, fault)
  const texts = new Map(pageTexts.map(({ page, text }) => [page, text]))
  const folder = await mkdtemp(join(tmpdir(), 'portico-verify-'))
  try {
    const byDocument = Map.groupBy(signed.citations, ({ anchor }) => `${anchor.documentId} ${anchor.version}`)
    for (const [key, citations] of byDocument) {
      const document = manifest.documents.find(
        ({ documentId, version }) => `${documentId} ${version}` === key,
      )
      if (!document) fault(decisionFiles.manifest, `the document ${key} is cited, but not in the package`)
      else await verifyDocument(document, citations)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  if (cut > 0)
    notes.push(`Cut out of larger files: ${cut} documents. That they were filed rests on the signature.`)
  return notes

  async function verifyDocument(document: PackedCitedDocument, citations: readonly PackageCitation[]) {
    const { packed, content, isCut, name } = document
    if (!packed) return void notes.push(`${name} is not in the package: its citations cannot be verified.`)
    if (isCut) cut += 1
    else if (packed.sha256 !== content.sha256) fault(packed.file, 'it is not the file that was filed')
    const entry = parts.entries.get(packed.file)
    if (!entry) return
    const path = join(folder, 'document.pdf')
    try {
      await pipeline(entry.read(), createWriteStream(path))
      const pageCount = await pdf.pageCount(path)
      if (pageCount !== content.pageCount)
        fault(packed.file, `it has ${pageCount} pages, and the package says ${content.pageCount}`)
      for (const citation of citations) await verifyQuote(path, document, citation)
    } catch (error) {
      if (!(error instanceof UnreadablePdf) && !(error instanceof BadZip)) throw error
      if (error instanceof UnreadablePdf) fault(packed.file, error.message)
    }
  }

  async function verifyQuote(path: string, { packed }: PackedCitedDocument, citation: PackageCitation) {
    const { anchor, documentPage, number, status } = citation
    if (anchor.quote === undefined) return
    const quote = speltWords(anchor.quote)
    const has = (text: string) => findQuote(speltWords(text), quote).length > 0
    const range = { firstPage: documentPage, pageCount: 1 }
    for await (const [page] of pdf.text(path, range)) if (page && has(page.text)) return
    const recognised = texts.get(anchor.page)
    if (recognised !== undefined && has(recognised)) {
      notes.push(`Citation ${number}: the quote is in the OCR text of the page.`)
    } else if (status === 'unread' || !recognised) {
      notes.push(`Citation ${number}: the page has no text, so the quote cannot be verified.`)
    } else fault(packed?.file ?? '', `citation ${number}: the quote is not on page ${documentPage}`)
  }
}

/** Every document that is said to have been in the file, against the events that filed it. */
function verifyEvidence({ manifest, citations }: DecisionPackage, { events }: ZipParts, fault: Report) {
  const part = decisionFiles.package
  const entries = new Map(manifest.map((entry) => [`${entry.documentId} ${entry.version}`, entry]))
  if (!events.isErased) {
    for (const { documentId, name, content } of manifest)
      if (!events.contents.has(`${documentId} ${content.sha256}`))
        fault(part, `no event says that ${name} was filed like this`)
  }
  for (const { number, anchor, documentPage } of citations) {
    const entry = entries.get(`${anchor.documentId} ${anchor.version}`)
    const isInside =
      entry !== undefined &&
      anchor.sha256 === entry.content.sha256 &&
      entry.startPage <= anchor.page &&
      anchor.page <= entry.endPage &&
      documentPage === anchor.page - entry.startPage + 1
    if (!isInside) fault(part, `citation ${number}: there is no such page in the file`)
  }
}

/** Text and dispositions refer to citations by number. */
function verifyNumbers({ citations, dispositions, sections }: DecisionPackage, fault: Report) {
  const known = new Set(citations.map(({ number }) => number))
  const used = new Set(dispositions.flatMap(({ evidence }) => evidence))
  JSON.stringify(sections, (_, value) => {
    if (value?.type === 'citation') used.add(value.number)
    return value
  })
  for (const number of used)
    if (!known.has(number)) fault(decisionFiles.package, `there is no citation ${number}`)
}
