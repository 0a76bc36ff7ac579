import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Store, useStore } from '../../data/store.ts'
import { pageText } from '../queries.ts'
import { useReading } from '../reading.ts'
import { differences } from './differences.ts'
import { placed } from './placed.ts'

/** The two pages that are compared. */
export type Comparison = { left: Store<number>; right: Store<number> }

export function useDifferences({ left, right }: Comparison) {
  const { caseId, file } = useReading()
  const pages = [useStore(left), useStore(right)] as const
  const [a, b] = pages.map((page) => {
    const documentId = file.documentOf(page)?.id
    return { ...pageText(caseId, documentId ?? '', page), enabled: documentId !== undefined }
  }) as [ReturnType<typeof pageText>, ReturnType<typeof pageText>]
  const [ofLeft, ofRight] = [useQuery(a).data, useQuery(b).data]
  return useMemo(() => {
    if (ofLeft?.state !== 'read' || ofRight?.state !== 'read') return undefined
    const wordsOf = ({ text, words }: typeof ofLeft) => words.map(({ start, end }) => text.slice(start, end))
    const found = differences(wordsOf(ofLeft), wordsOf(ofRight))
    const boxes = (words: typeof ofLeft.words, indexes: ReadonlySet<number>) =>
      words.filter((_, index) => indexes.has(index))
    return { left: boxes(ofLeft.words, found.left), right: boxes(ofRight.words, found.right) }
  }, [ofLeft, ofRight])
}

/** The words that only this page has. */
export function DifferenceBoxes({
  page,
  side,
  comparison,
}: {
  page: number
  side: 'left' | 'right'
  comparison: Comparison
}) {
  const isCompared = useStore(comparison[side]) === page
  const found = useDifferences(comparison)
  if (!isCompared) return null
  return found?.[side].map((box) => (
    <mark key={`${box.left} ${box.top}`} className="differs" data-differs="" style={placed(box)} />
  ))
}
