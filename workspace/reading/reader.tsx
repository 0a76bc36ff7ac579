import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { pageIsSeen, waitForPage } from '../data/page-first.ts'
import { caseDetail } from '../data/queries.ts'
import { useTitle } from '../frame/title.ts'
import { ToCases } from '../frame/to-cases.tsx'
import { Answer } from '../ui/answer.tsx'
import { isWithdrawn } from '../ui/staleness.ts'
import { words } from '../words/reading.ts'
import { begunFiles, leaveFirstPage } from './first-page.ts'
import { pdfFiles } from './pages/case-pdf-files.ts'
import { drawingsOf } from './pages/draw-page.ts'
import { caseDocuments, casePermissions } from './queries.ts'
import { ReadingDesk } from './reading-desk.tsx'

/** The reader: one screen for every address within the file of a case. */
export function Reader() {
  const { caseId } = useParams({ from: '/frame/cases/$caseId/read' })
  const found = useQuery(caseDetail(caseId))
  const documents = useQuery(caseDocuments(caseId))
  const permissions = useQuery(casePermissions(caseId))
  const isGone = [found, documents, permissions].some(({ error }) => isWithdrawn(error))
  const { pdfs, drawings } = useMemo(() => {
    waitForPage()
    const begun = begunFiles(caseId)
    const pdfs = begun?.pdfs ?? pdfFiles(caseId)
    const drawings = drawingsOf(pdfs)
    if (begun?.first) drawings.giveBack(begun.first.wanted, begun.first.drawn)
    return { pdfs, drawings }
  }, [caseId])
  useEffect(() => {
    pdfs.prepare()
    return () => {
      pageIsSeen()
      leaveFirstPage()
      drawings.clear()
      pdfs.close()
    }
  }, [pdfs, drawings])
  useEffect(() => {
    if (!isGone) return
    drawings.clear()
    pdfs.empty()
  }, [isGone, pdfs, drawings])
  useTitle(found.data && !isGone ? words.title(found.data.docketNumber) : undefined)
  return (
    <Answer query={found} wayOn={<ToCases />}>
      {(currentCase) => (
        <Answer query={documents} wayOn={<ToCases />}>
          {(all) => (
            <Answer query={permissions} wayOn={<ToCases />}>
              {(allowed) => (
                <ReadingDesk
                  key={caseId}
                  caseId={caseId}
                  currentCase={currentCase}
                  documents={all}
                  permissions={allowed}
                  pdfs={pdfs}
                  drawings={drawings}
                />
              )}
            </Answer>
          )}
        </Answer>
      )}
    </Answer>
  )
}
