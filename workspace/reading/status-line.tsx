import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useStore } from '../data/store.ts'
import { words } from '../words/reading.ts'
import { pageText } from './queries.ts'
import { useReading } from './reading.ts'

/** At the bottom: which page is read and what is known of it. */
export function StatusLine({ children, right }: { children?: ReactNode; right?: ReactNode }) {
  const { caseId, file, page: reading } = useReading()
  const page = useStore(reading)
  const document = file.documentOf(page)
  const text = useQuery({
    ...pageText(caseId, document?.id ?? '', page),
    enabled: document !== undefined,
  }).data
  const [at, all] = words.pages.pageOf(page, file.lastPage)
  return (
    <section className="status-line" aria-label={words.status.line}>
      <span className="number">
        {words.pages.page1} <b>{at}</b> {words.pages.of} {all}
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
