import { type Store, useStore } from '../../data/store.ts'
import { placed } from '../pages/placed.ts'
import type { Hits } from './hits.ts'
import type { Hit } from './steps.ts'

/** The hits on a page, exactly where the service found them. */
export function HitBoxes({ page, hits, now }: { page: number; hits: Hits; now: Store<Hit | undefined> }) {
  const current = useStore(now)
  return hits.byPage
    .get(page)
    ?.map(({ box, index }) =>
      box ? (
        <mark
          key={index}
          data-hit={index}
          className={`hit ${index === current?.index ? 'now' : ''}`}
          style={placed(box)}
        />
      ) : null,
    )
}
