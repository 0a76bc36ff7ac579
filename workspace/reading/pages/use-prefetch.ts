import type { DocumentSummary } from '@portico/sdk'
import { useEffect } from 'react'
import type { PdfFiles } from './pdf-files.ts'

const restMs = 400

/** Opens the documents before and after the one that is read, so that turning to them waits for nothing. */
export function usePrefetch(pdfs: PdfFiles, shown: readonly DocumentSummary[], openId: string | undefined) {
  const at = shown.findIndex(({ id }) => id === openId)
  const beside = [shown[at + 1]?.id, shown[at - 1]?.id].filter((id) => id !== undefined).join(' ')
  useEffect(() => {
    if (!beside) return
    const timer = setTimeout(async () => {
      for (const id of beside.split(' ')) {
        const opened = await pdfs.open(id).catch(() => undefined)
        await opened?.pdf.getPage(opened.firstPage).catch(() => undefined)
        opened?.release()
      }
    }, restMs)
    return () => clearTimeout(timer)
  }, [pdfs, beside])
}
