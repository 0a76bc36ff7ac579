import type { Box, DocumentSummary } from '@portico/sdk'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Store } from '../data/store.ts'
import type { CaseFile } from './file.ts'
import type { PageDrawings } from './pages/draw-page.ts'
import type { PdfFiles } from './pages/pdf-files.ts'
import type { TextSelection } from './pages/selection.ts'

/** A place to look at: a page of the case, and what of it. */
export type Target = { page: number; box?: Box | undefined }

export type SidePane = 'issues' | 'notes' | 'search' | 'coverage'

/** What all parts of the reader share. Values that change while one scrolls are stores, so that only their users render. */
export type Reading = {
  caseId: string
  file: CaseFile
  pdfs: PdfFiles
  drawings: PageDrawings
  may(action: string): boolean
  /** The case page that is being read. */
  page: Store<number>
  selection: Store<TextSelection | undefined>
  /** Shows a place and puts it into the address; the place before stays in the history. */
  goTo(target: Target, search?: { q?: string | undefined; annotation?: string | undefined }): void
  /** Draws a page that may be gone to next. */
  expect(page: number): void
  openSide(pane: SidePane): void
  /** Says what has happened, to those who see the screen and those who hear it. */
  say(text: string, action?: { label: string; run: () => void }): void
}

export const ReadingContext = createContext<Reading | undefined>(undefined)

export function useReading(): Reading {
  const reading = useContext(ReadingContext)
  if (!reading) throw new Error('only within the reader')
  return reading
}

/** The document that is read. Turning its pages renders nobody who follows it. */
export function useOpenDocument({ file, page }: Pick<Reading, 'file' | 'page'>): DocumentSummary | undefined {
  return useSyncExternalStore(page.subscribe, () => file.documentOf(page.get()))
}
