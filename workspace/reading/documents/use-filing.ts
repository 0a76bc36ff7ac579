import { useCallback, useEffect, useMemo } from 'react'
import { caseInReader, filings } from '../../data/filings.ts'
import { useStore } from '../../data/store.ts'
import { toast } from '../../ui/toasts.tsx'
import type { Reading } from '../reading.ts'
import { type Purpose, startFiling } from './filing.ts'

/** The uploads into the case that is read. They continue when the reader leaves it; the frame reports on them then. */
export function useFiling({ caseId, say }: Pick<Reading, 'caseId' | 'say'>) {
  const all = useStore(filings)
  useEffect(() => {
    caseInReader.set(caseId)
    return () => caseInReader.set(undefined)
  }, [caseId])
  const start = useCallback(
    (file: File, purpose: Purpose) =>
      startFiling({
        caseId,
        file,
        purpose,
        onDone: (text) => (caseInReader.get() === caseId ? say(text) : toast(text)),
      }),
    [caseId, say],
  )
  return { filings: useMemo(() => all.filter((filing) => filing.caseId === caseId), [all, caseId]), start }
}

export type FilesOnTheirWay = ReturnType<typeof useFiling>
