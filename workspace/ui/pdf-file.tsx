import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useEffectEvent, useState } from 'react'
import { PdfPages } from './pdf-pages.tsx'
import { closePdf, newWorker, openByRange, openWhole, rangesOf } from './pdfjs.ts'
import { Failure, Skeleton } from './states.tsx'

type NameOf = (page: number) => string
type Opened = { pdf: PDFDocumentProxy; close: () => void }

/** A PDF whose bytes are here. */
export function WholePdf({ bytes, nameOf }: { bytes: Uint8Array; nameOf: NameOf }) {
  const state = useOpened(bytes, async (bytes) => {
    const pdf = await openWhole(bytes.slice())
    return { pdf, close: () => void closePdf(pdf) }
  })
  return <Shown state={state} nameOf={nameOf} />
}

/** A PDF whose bytes come as its pages are looked at; `of` says which it is. */
export function RangedPdf({
  of,
  size,
  read,
  nameOf,
}: {
  of: string
  size: number
  read: (start: number, end: number) => Promise<Uint8Array>
  nameOf: NameOf
}) {
  const state = useOpened(of, async () => {
    const { worker, end: close } = newWorker()
    try {
      const pdf = await openByRange(rangesOf(size, read), worker)
      return { pdf, close: () => void closePdf(pdf).then(close) }
    } catch (error) {
      close()
      throw error
    }
  })
  return <Shown state={state} nameOf={nameOf} />
}

type State = { pdf?: PDFDocumentProxy; error?: unknown }

function Shown({ state: { pdf, error }, nameOf }: { state: State; nameOf: NameOf }) {
  if (error !== undefined) return <Failure error={error} />
  return pdf ? <PdfPages pdf={pdf} nameOf={nameOf} /> : <Skeleton lines={12} />
}

/** Open as long as it is shown. Another source is another PDF. */
function useOpened<Source>(source: Source, open: (source: Source) => Promise<Opened>): State {
  const [state, setState] = useState<State>({})
  const openNow = useEffectEvent(open)
  useEffect(() => {
    let isGone = false
    const opening = openNow(source)
    opening.then(
      ({ pdf }) => isGone || setState({ pdf }),
      (error) => isGone || setState({ error }),
    )
    return () => {
      isGone = true
      opening.then(
        ({ close }) => close(),
        () => {},
      )
    }
  }, [source])
  return state
}
