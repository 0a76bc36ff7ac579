import type { WorkProduct } from '@portico/sdk'
import { useNameOf } from '../data/people.ts'
import { Button } from '../ui/button.tsx'
import { age } from '../ui/dates.ts'
import { words } from '../words/writing.ts'
import type { Thread } from './threads.ts'

const text = words.comments

/** Every comment in the order of the text: each leads to its place. */
export function CommentList({
  product,
  threads,
  order,
  mayComment,
  onLead,
  onComment,
}: {
  product: WorkProduct
  threads: readonly Thread[]
  /** The places of the text, from its top. */
  order: readonly string[]
  mayComment: boolean
  onLead: (at: string, commentId: string) => void
  onComment: (at: string) => void
}) {
  const placeOf = ({ place }: Thread) => order.indexOf(place.at ?? 'whole')
  const sorted = threads.toSorted((one, other) => placeOf(one) - placeOf(other))
  const open = sorted.filter(({ first }) => !first.resolved)
  const resolved = sorted.filter(({ first }) => first.resolved)
  const list = (some: readonly Thread[]) => (
    <ul className="comment-list">
      {some.map((thread) => (
        <Entry key={thread.first.id} thread={thread} onLead={onLead} />
      ))}
    </ul>
  )
  return (
    <>
      {mayComment ? (
        <div className="buttons">
          <Button onClick={() => onComment('whole')}>{text.whole}…</Button>
        </div>
      ) : product.signed ? (
        <p className="faint">{text.closed}</p>
      ) : null}
      {threads.length === 0 ? <p className="soft">{text.none}</p> : null}
      {list(open)}
      {resolved.length > 0 ? (
        <details>
          <summary className="soft">{text.resolvedCount(resolved.length)}</summary>
          {list(resolved)}
        </details>
      ) : null}
    </>
  )
}

function Entry({
  thread: { first, replies, place },
  onLead,
}: {
  thread: Thread
  onLead: (at: string, commentId: string) => void
}) {
  const facts = [
    useNameOf(first.by.name),
    age(first.at),
    ...(replies.length > 0 ? [text.replies(replies.length)] : []),
    ...(place.at === undefined ? [text.whole] : []),
  ]
  return (
    <li data-id={first.id}>
      <button type="button" className="lead" onClick={() => onLead(place.at ?? 'whole', first.id)}>
        {first.text}
      </button>
      <p className="faint">{facts.join(' · ')}</p>
    </li>
  )
}
