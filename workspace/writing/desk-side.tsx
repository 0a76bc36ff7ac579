import type { Blockers, Comment, Profile, WorkProduct, WorkProductPreview } from '@portico/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useHolderName } from '../data/holder-name.ts'
import { Answer } from '../ui/answer.tsx'
import { later } from '../ui/later.tsx'
import { Failure, Skeleton } from '../ui/states.tsx'
import { words as override } from '../words/override.ts'
import { words } from '../words/writing.ts'
import { CommentList } from './comment-list.tsx'
import { FindingList } from './finding-list.tsx'
import { isNarrow } from './narrow.ts'
import { Outcome } from './outcome.tsx'
import type { FoundHere } from './places.ts'
import { SentBackBefore } from './sent-back-before.tsx'
import { type Part, Tabs } from './tabs.tsx'
import type { Thread } from './threads.ts'
import type { useDeskAddress, useDeskPlaces } from './use-desk-places.ts'
import { VersionList } from './version-list.tsx'
import type { DeskText } from './writing.tsx'

export const loadPdfPart = () => import('./pdf-part.tsx')
const PdfPart = later(async () => (await loadPdfPart()).PdfPart, <Skeleton lines={12} />, Failure)

type Side = {
  caseId: string
  product: WorkProduct
  text: DeskText
  preview: WorkProductPreview | undefined
  profile: Profile | undefined
  findings: readonly FoundHere[]
  threads: readonly Thread[]
  checks: UseQueryResult<Blockers>
  comments: UseQueryResult<Comment[]>
  mayComment: boolean
  address: ReturnType<typeof useDeskAddress>
  places: ReturnType<typeof useDeskPlaces>
}

/** What stands beside the text, one part at a time. */
export function DeskSide(side: Side) {
  const { findings, threads, address } = side
  const open = threads.filter(({ first }) => !first.resolved).length
  const Shown = panels[address.side]
  return (
    <Tabs
      parts={address.parts}
      open={address.part ?? 'text'}
      side={address.side}
      counts={{ check: findings.length, comments: open }}
      onOpen={(part) => void address.show({ part })}
    >
      {Shown ? <Shown {...side} /> : null}
    </Tabs>
  )
}

const panels: Partial<Record<Part, (side: Side) => ReactNode>> = {
  outcome: ({ caseId, product }) =>
    product.signed ? <Outcome caseId={caseId} product={product} signed={product.signed} /> : null,
  check: Checks,
  comments: ({ product, comments, threads, mayComment, places }) => (
    <Answer query={comments}>
      {() => (
        <CommentList
          product={product}
          threads={threads}
          order={places.order}
          mayComment={mayComment}
          onLead={(place, id) => void places.lead(place, id)}
          onComment={(place) => void places.comment(place)}
        />
      )}
    </Answer>
  ),
  versions: ({ caseId, product, address }) => (
    <VersionList
      caseId={caseId}
      product={product}
      onCompare={(older, newer) =>
        void address.show({ compare: `${older}-${newer}`, part: isNarrow() ? 'text' : 'versions' })
      }
    />
  ),
  pdf: ({ caseId, product, preview }) => <PdfPart caseId={caseId} product={product} preview={preview} />,
}

function Checks({ caseId, product, text, profile, findings, checks, places }: Side) {
  const isWritten = product.status === 'draft' || product.status === 'inReview'
  const list = (
    <FindingList
      caseId={caseId}
      findings={findings}
      decided={text}
      profile={profile}
      isSigned={!isWritten}
      onLead={(place) => void places.lead(place)}
    />
  )
  if (!isWritten) return list
  return (
    <Answer query={checks} skeleton={<p className="soft">{words.findings.checking}</p>}>
      {() => (
        <>
          <WhoMay product={product} />
          <SentBackBefore caseId={caseId} />
          {list}
        </>
      )}
    </Answer>
  )
}

/** Who goes on with it, for those who do not. */
function WhoMay({ product }: { product: WorkProduct }) {
  const { status, actions } = product
  const holder = useHolderName(actions.heldBy)
  const step = status === 'inReview' ? 'sign' : 'submit'
  if ((status !== 'draft' && status !== 'inReview') || actions.may.includes(step)) return null
  if (actions.override.includes(step))
    return <p className="held">{override.holds(holder ?? override.somebody)}</p>
  if (!holder) return status === 'inReview' ? <p className="held">{words.holder.nobody}</p> : null
  return <p className="held">{words.holder[status](holder)}</p>
}
