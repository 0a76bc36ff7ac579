import type { Box, DocumentSummary } from '@portico/sdk'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Store } from '../data/store.ts'
import type { CaseFile } from './file.ts'
import type { PageDrawings } from './pages/draw-page.ts'
import type { PdfFiles } from './pages/pdf-files.ts'
import type { TextSelection } from './pages/selection.ts'

/** A page of the case, and the part of it to show. */
export type Target = { page: number; box?: Box | undefined }

export type SidePane = 'issues' | 'notes' | 'search' | 'coverage'

/** What all parts of the reader share. Values that change with scrolling are stores, so that only their users render. */
export type Reading = {
  caseId: string
  file: CaseFile
  pdfs: PdfFiles
  drawings: PageDrawings
  may(action: string): boolean
  /** The case page that is being read. */
  page: Store<number>
  selection: Store<TextSelection | undefined>
  /** Shows a place and adds it to the history. */
  goTo(target: Target, search?: { q?: string | undefined; annotation?: string | undefined }): void
  /** Draws a page that may be shown next. */
  expect(page: number): void
  openSide(pane: SidePane): void
  /** Shows a message, and announces it to screen readers. */
  say(text: string, action?: { label: string; run: () => void }): void
}

export const ReadingContext = createContext<Reading | undefined>(undefined)

export function useReading(): Reading {
  const reading = useContext(ReadingContext)
  if (!reading) throw new Error('only within the reader')
  return reading
}

/** The document that is read. Its users do not render while its pages are turned. */
export function useOpenDocument({ file, page }: Pick<Reading, 'file' | 'page'>): DocumentSummary | undefined {
  return useSyncExternalStore(page.subscribe, () => file.documentOf(page.get()))
}
