import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useStore } from '../data/store.ts'
import { words } from '../words/reading.ts'
import { pageText } from './queries.ts'
import { useReading } from './reading.ts'

/** At the bottom: the page that is read, and the state of its text. */
export function StatusLine({ children, right }: { children?: ReactNode; right?: ReactNode }) {
  const { caseId, file, page: reading } = useReading()
  const page = useStore(reading)
  const document = file.documentOf(page)
  const text = useQuery({
    ...pageText(caseId, document?.id ?? '', page),
    enabled: document !== undefined,
  }).data
  const [position, total] = words.pages.pageOf(page, file.lastPage)
  return (
    <section className="status-line" aria-label={words.status.line}>
      <span className="number">
        {words.pages.page1} <b>{position}</b> {words.pages.of} {total}
      </span>
      {text ? (
        <span>
          {text.state !== 'read'
            ? words.text[text.state]
            : text.source === 'ocr'
              ? words.text.ocr(text.confidence)
              : words.text.read}
        </span>
      ) : null}
      {children}
      <span className="right">
        {right}
        <span>
          <kbd>?</kbd> {words.status.shortcuts}
        </span>
      </span>
    </section>
  )
}
