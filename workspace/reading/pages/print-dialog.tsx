import type { DocumentSummary } from '@portico/sdk'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { words } from '../../words/reading.ts'
import { useReading } from '../reading.ts'
import { discard, drawPage } from './draw-page.ts'

const { printing: text } = words
/** More would fill the memory of a laptop; the whole document can be exported. */
const maxPages = 100
const dotsPerPoint = 150 / 72

/** Prints pages of the document that is read, drawn for paper and not for the screen. */
export function PrintDialog({ document, onClose }: { document: DocumentSummary; onClose: () => void }) {
  const { pdfs, page } = useReading()
  const count = document.endPage - document.startPage + 1
  const [first, setFirst] = useState(String(count > maxPages ? page.get() : document.startPage))
  const [last, setLast] = useState(String(count > maxPages ? page.get() : document.endPage))
  const [problem, setProblem] = useState('')
  const [drawn, setDrawn] = useState<number>()
  const [sheets, setSheets] = useState<readonly string[]>([])
  const stop = useRef(new AbortController())
  const problemId = useId()
  useEffect(() => {
    const { current } = stop
    return () => current.abort()
  }, [])
  useEffect(() => () => forget(sheets), [sheets])

  async function print(event: FormEvent) {
    event.preventDefault()
    const [from, to] = [Number(first), Number(last)]
    if (!(from >= document.startPage && to <= document.endPage && from <= to))
      return setProblem(text.within(document.startPage, document.endPage))
    if (to - from >= maxPages) return setProblem(text.most(maxPages))
    setProblem('')
    const { signal } = stop.current
    const made: string[] = []
    try {
      const opened = await pdfs.open(document.id)
      try {
        for (let at = from; at <= to && !signal.aborted; at++) {
          setDrawn(at - from)
          const proxy = await opened.pdf.getPage(opened.firstPage + at - document.startPage)
          const canvas = await drawPage(proxy, dotsPerPoint / devicePixelRatio, 0).done
          const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
          discard(canvas)
          if (image) made.push(URL.createObjectURL(image))
        }
      } finally {
        opened.release()
      }
      if (signal.aborted) forget(made)
      else setSheets(made)
    } catch (error) {
      forget(made)
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setDrawn(undefined)
    }
  }

  return (
    <>
      <Dialog title={text.title(document.name)} onClose={onClose}>
        <form className="fields" onSubmit={print}>
          <PageNumber label={text.first} value={first} set={setFirst} problemId={problemId} />
          <PageNumber label={text.last} value={last} set={setLast} problemId={problemId} />
          <p id={problemId} className="problem" role="alert">
            {problem}
          </p>
          <span role="status">{drawn === undefined ? '' : text.drawing(drawn + 1)}</span>
          <Button kind="solid" type="submit" disabled={drawn !== undefined}>
            {text.print}
          </Button>
        </form>
      </Dialog>
      {sheets.length ? <Sheets sheets={sheets} onDone={onClose} /> : null}
    </>
  )
}

const forget = (sheets: readonly string[]) => {
  for (const sheet of sheets) URL.revokeObjectURL(sheet)
}

function PageNumber({
  label,
  value,
  set,
  problemId,
}: {
  label: string
  value: string
  set: (value: string) => void
  problemId: string
}) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="field"
        inputMode="numeric"
        value={value}
        aria-describedby={problemId}
        onChange={(event) => set(event.target.value)}
      />
    </>
  )
}

/** The only thing that is printed. Printing starts when every picture is loaded. */
function Sheets({ sheets, onDone }: { sheets: readonly string[]; onDone: () => void }) {
  const loaded = useRef(0)
  return createPortal(
    <div className="printed" aria-hidden="true">
      {sheets.map((sheet) => (
        <img
          key={sheet}
          src={sheet}
          alt=""
          onLoad={() => {
            loaded.current += 1
            if (loaded.current < sheets.length) return
            window.print()
            onDone()
          }}
        />
      ))}
    </div>,
    document.body,
  )
}
