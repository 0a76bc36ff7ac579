import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { type RefObject, useEffect, useMemo, useState } from 'react'
import { useOpenAfterReload } from '../data/draft.ts'
import { isNarrow } from './narrow.ts'
import { type Decided, type FoundHere, findingPlace, laidOut, placesOf } from './places.ts'
import type { Part } from './tabs.tsx'
import type { Thread } from './threads.ts'

const from = '/frame/cases/$caseId/write/$workProductId'

/** What the address says is shown beside the text, and how it is changed. */
export function useDeskAddress(caseId: string, workProductId: string, isSigned: boolean) {
  const { part: asked, compare } = useSearch({ from })
  const navigate = useNavigate()
  const router = useRouter()
  const parts: Part[] = [
    'text',
    ...(isSigned ? (['outcome'] as const) : []),
    'check',
    'comments',
    'versions',
    'pdf',
  ]
  const part = asked && parts.includes(asked) ? asked : undefined
  const show = (next: { part?: Part | undefined; compare?: string | undefined }) =>
    navigate({ to: '.', search: (before) => ({ ...before, ...next }), replace: true })
  const [older, newer] = (compare ?? '').split('-').map(Number)
  const isCompared = Number.isInteger(older) && Number.isInteger(newer) && compare !== ''
  return {
    parts,
    part,
    side: part && part !== 'text' ? part : isSigned ? ('outcome' as const) : ('check' as const),
    compared: isCompared ? { older: older as number, newer: newer as number } : undefined,
    show,
    /** Whoever has gone elsewhere while it was signed stays there. */
    showOutcome() {
      const to = '/cases/$caseId/write/$workProductId'
      if (router.matchRoute({ to, params: { caseId, workProductId } }))
        void show({ part: 'outcome', compare: undefined })
    },
  }
}

type Leading = { place: string; commentId?: string }

/** The paragraphs of a text: which one is current, and the ways from one to another. */
export function useDeskPlaces({
  desk,
  productId,
  text,
  findings,
  threads,
  address: { part, show },
}: {
  desk: RefObject<HTMLElement | null>
  productId: string
  text: Decided
  findings: readonly FoundHere[]
  threads: readonly Thread[]
  address: Pick<ReturnType<typeof useDeskAddress>, 'part' | 'show'>
}) {
  const [commenting, setCommenting] = useOpenAfterReload<string>(`comment.${productId}`)
  const [current, setCurrent] = useState<string>()
  const laid = useMemo(() => laidOut(text.sections, text.layout), [text.sections, text.layout])
  const blocks = useMemo(
    () =>
      laid.flatMap((part) =>
        [...part.issues.flatMap((issue) => issue.blocks), ...part.blocks].map(({ at }) => at),
      ),
    [laid],
  )
  const order = useMemo(() => ['whole', ...placesOf(laid)], [laid])
  const [leading, setLeading] = useState<Leading>()
  useEffect(() => {
    if (leading && desk.current) focusPlace(desk.current, leading)
  }, [leading, desk])

  /** On a narrow screen the text is behind its own tab. */
  async function lead(place: string, commentId?: string) {
    await show({ part: isNarrow() ? 'text' : part, compare: undefined })
    setLeading({ place, ...(commentId ? { commentId } : {}) })
  }

  return {
    order,
    current,
    setCurrent,
    commenting,
    setCommenting,
    lead,
    async comment(place: string) {
      await lead(place)
      setCommenting(place)
    },
    step(by: number) {
      const index = current === undefined ? (by > 0 ? -1 : blocks.length) : blocks.indexOf(current)
      const next = blocks[Math.max(0, Math.min(blocks.length - 1, index + by))]
      if (next) void lead(next)
    },
    /** To the next finding or open comment, and from the last to the first. */
    leadToOpen() {
      const open = new Set([
        ...findings.flatMap((finding) => findingPlace(finding, text) ?? []),
        ...threads.flatMap(({ first, place }) => (first.resolved ? [] : [place.at ?? 'whole'])),
      ])
      const places = order.filter((place) => open.has(place))
      const here = leading?.place ?? current
      const isAfter = (place: string) => here !== undefined && order.indexOf(place) > order.indexOf(here)
      const next = places.find(isAfter) ?? places[0]
      if (next) void lead(next)
    },
  }
}

function focusPlace(desk: HTMLElement, { place, commentId }: Leading) {
  const element = desk.querySelector<HTMLElement>(`[data-place="${place}"]`)
  const comment = commentId && element?.querySelector<HTMLElement>(`.thread[data-id="${commentId}"]`)
  const target = comment || element
  target?.focus({ preventScroll: true })
  target?.scrollIntoView({ block: 'center' })
}
