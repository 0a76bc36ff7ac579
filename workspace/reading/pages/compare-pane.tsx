import { X } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { type Store, useStore } from '../../data/store.ts'
import { IconButton } from '../../ui/button.tsx'
import { words } from '../../words/reading.ts'
import { ReadingContext, useReading } from '../reading.ts'
import { type Comparison, DifferenceBoxes, useDifferences } from './difference-boxes.tsx'
import { PagePane } from './page-pane.tsx'
import { useViewport } from './use-viewport.ts'

/** A second page beside the one that is read. */
export function ComparePane({
  page,
  rotationOf,
  onClose,
}: {
  page: Store<number>
  rotationOf: (documentId: string) => number
  onClose: () => void
}) {
  const reading = useReading()
  const [start] = useState(page.get)
  const comparison = useMemo(() => ({ left: reading.page, right: page }), [reading.page, page])
  const beside = useMemo(() => ({ ...reading, page }), [reading, page])
  const viewport = useViewport(beside)
  const pane = useRef<HTMLElement>(null)
  const field = useId()
  const current = useStore(page)
  const [text, setText] = useState(String(start))
  useEffect(() => setText(String(current)), [current])
  useEffect(() => viewport.show({ page: start }), [viewport, start])
  return (
    <ReadingContext value={beside}>
      <section className="compare" aria-label={words.pages.compared}>
        <form
          className="tools"
          onSubmit={(event) => {
            event.preventDefault()
            if (reading.file.indexOf(Number(text)) === undefined) reading.say(words.pages.noSuchPage(text))
            else viewport.show({ page: Number(text) })
          }}
        >
          <label htmlFor={field} className="short">
            {words.pages.compareWith}
          </label>
          <input
            id={field}
            className="field"
            aria-label={words.pages.compareWith}
            inputMode="numeric"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <span className="faint compared-name">{reading.file.documentOf(current)?.name}</span>
          <DifferenceCount comparison={comparison} />
          <span className="right">
            <IconButton name={words.pages.closeCompare} icon={<X />} onClick={onClose} />
          </span>
        </form>
        <PagePane
          label={words.pages.comparedPages}
          viewport={viewport}
          pane={pane}
          zoom="fit"
          rotationOf={rotationOf}
          over={(shown) => <DifferenceBoxes page={shown} side="right" comparison={comparison} />}
        />
      </section>
    </ReadingContext>
  )
}

function DifferenceCount({ comparison }: { comparison: Comparison }) {
  const found = useDifferences(comparison)
  if (!found) return null
  const text = words.pages.differences(found.left.length + found.right.length)
  return (
    <span className="soft" role="status" title={text}>
      {text}
    </span>
  )
}
