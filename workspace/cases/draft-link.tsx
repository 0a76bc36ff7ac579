import type { WorkProductSummary } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { workProductsQuery } from '../data/case.ts'

/** The draft or decision that a case is at: the newest one that was not discarded. */
export function useCurrentDraft(caseId: string, isSeen: boolean): WorkProductSummary | undefined {
  const { data } = useQuery({ ...workProductsQuery(caseId), enabled: isSeen })
  return isSeen ? data?.find(({ status }) => status !== 'discarded') : undefined
}

/** Leads to where it is reviewed and signed; where there is none, it only says what it says. */
export function DraftLink({
  caseId,
  draft,
  className,
  children,
}: {
  caseId: string
  draft: WorkProductSummary | undefined
  className: string
  children: ReactNode
}) {
  if (!draft) return <span className={className}>{children}</span>
  return (
    <Link
      className={className}
      to="/cases/$caseId/write/$workProductId"
      params={{ caseId, workProductId: draft.id }}
    >
      {children}
    </Link>
  )
}
