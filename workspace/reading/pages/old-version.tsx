import type { PagePlace } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { keys } from '../../data/keys.ts'
import { portico } from '../../data/session.ts'
import { Answer } from '../../ui/answer.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { later } from '../../ui/later.tsx'
import { Failure, Skeleton } from '../../ui/states.tsx'
import { words } from '../../words/reading.ts'

const WholePdf = later(
  async () => (await import('../../ui/pdf-file.tsx')).WholePdf,
  <Skeleton lines={12} />,
  Failure,
)

/** The version that a link refers to, at its page. */
export function OldVersion({
  caseId,
  place: { documentId, name, version, nth },
  onClose,
}: {
  caseId: string
  place: PagePlace
  onClose: () => void
}) {
  const paper = useRef<HTMLDivElement>(null)
  const query = useQuery({
    queryKey: [...keys.case(caseId), 'old', documentId, version],
    queryFn: async () => (await portico().documents.content(caseId, documentId, { version })).bytes(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  useEffect(() => {
    const pane = paper.current
    if (!pane) return
    // Pages come when the file is open.
    const scroll = () => {
      const sheet = pane.querySelectorAll('.pdf-page')[nth - 1]
      if (!sheet) return
      watching.disconnect()
      sheet.scrollIntoView({ block: 'start' })
    }
    const watching = new MutationObserver(scroll)
    watching.observe(pane, { childList: true, subtree: true })
    return () => watching.disconnect()
  }, [nth])
  return (
    <Dialog title={words.pages.oldVersion(name, version)} onClose={onClose}>
      <p className="soft">{words.pages.oldNote}</p>
      <div
        ref={paper}
        className="old-version sheets"
        role="region"
        aria-label={words.pages.oldVersion(name, version)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
        tabIndex={0}
      >
        <Answer query={query} skeleton={<Skeleton lines={12} />}>
          {(bytes) => <WholePdf bytes={bytes} nameOf={(page) => words.pages.oldPage(name, page)} />}
        </Answer>
      </div>
    </Dialog>
  )
}
