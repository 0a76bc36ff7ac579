import type { DocumentSummary } from '@portico/sdk'
import { useEffect } from 'react'
import type { Reading } from '../reading.ts'

const restMs = 400

/** Opens the documents before and after the one that is read, so that turning to them takes no time. */
export function usePrefetch(
  { pdfs, expect }: Pick<Reading, 'pdfs' | 'expect'>,
  shown: readonly DocumentSummary[],
  openId: string | undefined,
) {
  const index = shown.findIndex(({ id }) => id === openId)
  const beside = [shown[index + 1]?.id, shown[index - 1]?.id].filter((id) => id !== undefined).join(' ')
  const next = shown[index + 1]?.startPage
  useEffect(() => {
    if (!beside) return
    const timer = setTimeout(async () => {
      for (const id of beside.split(' ')) {
        const opened = await pdfs.open(id, { inPassing: true }).catch(() => undefined)
        await opened?.pdf.getPage(opened.firstPage).catch(() => undefined)
        opened?.release()
      }
      if (next !== undefined) expect(next)
    }, restMs)
    return () => clearTimeout(timer)
  }, [pdfs, expect, beside, next])
}
