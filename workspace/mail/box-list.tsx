import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { piecesQuery } from '../data/mail.ts'
import { words as lists } from '../words/lists.ts'
import { words } from '../words/mail.ts'
import { type Box, isLetterBox } from './boxes.ts'

/** The boxes with how much waits in those that are worked. */
export function BoxList({ boxes, current }: { boxes: readonly Box[]; current: Box }) {
  return (
    <nav className="views" aria-label={words.boxes.label}>
      {(['inbound', 'outbound'] as const).map((group) => {
        const own = boxes.filter((box) => isLetterBox(box) === (group === 'outbound'))
        return own.length === 0 ? null : (
          <div key={group}>
            <h2>{words.boxes[group]}</h2>
            <ul>
              {own.map((box) => (
                <li key={box} data-id={box}>
                  <Link
                    to="/mail"
                    search={{ box }}
                    className={box === current ? 'on' : ''}
                    aria-current={box === current ? 'page' : undefined}
                  >
                    <span className="name">{words.boxes[box]}</span>
                    {box === 'unmatched' || box === 'held' ? <Waiting box={box} /> : null}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

function Waiting({ box }: { box: 'unmatched' | 'held' }) {
  const first = useInfiniteQuery(piecesQuery({ status: box })).data?.pages
  const count = first?.reduce((sum, { pieces }) => sum + pieces.length, 0)
  return (
    <span className="count number">
      {count === undefined ? '' : lists.count(count, first?.at(-1)?.next === undefined)}
    </span>
  )
}
