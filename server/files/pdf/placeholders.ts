import { casePages, type ExportedDocument, type NotIncludedReason } from '../exported-case.ts'
import { fitted, type PaperTerms, paperMargin, writePaper } from './paper.ts'
import { UnreadablePdf } from './unreadable.ts'

/** One page for each document that could not be included, in the order given. */
export async function writePlaceholders(
  path: string,
  terms: PaperTerms,
  documents: readonly { document: ExportedDocument; reason: NotIncludedReason }[],
): Promise<void> {
  await writePaper(path, terms, (paper) => {
    for (const { document, reason } of documents) {
      paper.addPage()
      paper
        .font('regular')
        .fontSize(13)
        .fillColor('#555')
        .text('This document could not be included', paperMargin, 210)
      fitted(paper.font('medium').fontSize(20).fillColor('#111'), document.name).moveDown()
      paper.font('regular').fontSize(11).text(sentence(reason))
      paper.text(`This page stands for case pages ${casePages(document)}, received ${document.receiptDate}.`)
      if (isLost(reason)) continue
      paper
        .moveDown(2)
        .fillColor('#555')
        .text('The bytes that were received are kept, under the SHA-256 hash')
      paper.text(document.content.sha256)
    }
  })
}

const isLost = (reason: NotIncludedReason) => reason === 'missing' || reason === 'changed'

function sentence(reason: NotIncludedReason): string {
  if (reason === 'missing') return 'Its file was not found in the store.'
  if (reason === 'changed') return 'Its file in the store is not the one that was received.'
  return new UnreadablePdf(reason).message
}
