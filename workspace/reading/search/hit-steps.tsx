import { ArrowDown, ArrowUp } from 'lucide-react'
import { type Store, useStore } from '../../data/store.ts'
import { IconButton } from '../../ui/button.tsx'
import { words } from '../../words/reading.ts'
import type { Hits } from './hits.ts'
import type { Hit } from './steps.ts'

/** Above the page: which hit it is, and the way to the next. */
export function HitSteps({
  hits,
  now,
  onStep,
}: {
  hits: Hits
  now: Store<Hit | undefined>
  onStep: (direction: 1 | -1) => void
}) {
  const current = useStore(now)
  if (hits.hits.length === 0) return null
  return (
    <span className="hit-steps">
      <span className="soft number">
        <span className="query">“{hits.query}”</span>{' '}
        {words.search.at((current?.index ?? -1) + 1, hits.hits.length, hits.isComplete)}
      </span>
      <IconButton name={words.search.previous} icon={<ArrowUp />} onClick={() => onStep(-1)} />
      <IconButton name={words.search.next} icon={<ArrowDown />} onClick={() => onStep(1)} />
    </span>
  )
}
