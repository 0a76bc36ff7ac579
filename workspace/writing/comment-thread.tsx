import type { Comment } from '@portico/sdk'
import { useId } from 'react'
import { useOpenAfterReload } from '../data/draft.ts'
import { keys } from '../data/keys.ts'
import { useNameOf } from '../data/people.ts'
import { portico } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { age, moment } from '../ui/dates.ts'
import { PersonName } from '../ui/person-name.tsx'
import { useCommand } from '../ui/use-command.ts'
import { words } from '../words/writing.ts'
import { CommentForm } from './comment-form.tsx'
import type { Thread } from './threads.ts'

const text = words.comments

/** A comment with its replies, beside what it is about. */
export function CommentThread({
  caseId,
  workProductId,
  version,
  thread: { first, replies, place },
  mayComment,
}: {
  caseId: string
  workProductId: string
  version: number
  thread: Thread
  mayComment: boolean
}) {
  const id = useId()
  const name = useNameOf(first.by.name)
  const [isReplying, setReplying] = useOpenAfterReload<true>(`reply.${first.id}`)
  const settle = useCommand({
    run: (_, resolved: boolean) =>
      portico().workProducts.setResolved(caseId, workProductId, { commentId: first.id, resolved }),
    renews: [keys.of(caseId, 'workProducts')],
    hasForm: false,
  })
  return (
    <div
      role="group"
      className={`thread ${first.resolved ? 'resolved' : ''}`}
      aria-label={text.by(name)}
      data-id={first.id}
      tabIndex={-1}
    >
      {place.was ? <p className="faint was">{text.was(place.was)}</p> : null}
      <Said comment={first} version={version} />
      {replies.map((reply) => (
        <Said key={reply.id} comment={reply} version={version} />
      ))}
      {first.resolved ? <Resolved by={first.resolved.by.name} at={first.resolved.at} /> : null}
      {isReplying && mayComment ? (
        <CommentForm
          caseId={caseId}
          workProductId={workProductId}
          on={{ inReplyTo: first.id }}
          label={text.replyLabel(name)}
          onClose={() => setReplying(undefined)}
        />
      ) : null}
      {mayComment && !isReplying ? (
        <div className="buttons" id={id}>
          {first.resolved ? null : (
            <Button kind="plain" onClick={() => setReplying(true)}>
              {text.reply}
            </Button>
          )}
          <Button kind="plain" aria-disabled={settle.isPending} onClick={() => settle.send(!first.resolved)}>
            {first.resolved ? text.reopen : text.resolve}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function Said({
  comment: { by, at, text: said, version: on },
  version,
}: {
  comment: Comment
  version: number
}) {
  return (
    <div className="said">
      <b>
        <PersonName username={by.name} />
      </b>{' '}
      <span className="faint" title={moment(at)}>
        {age(at)}
        {on === version ? '' : ` · ${text.on(on)}`}
      </span>
      <p>{said}</p>
    </div>
  )
}

function Resolved({ by, at }: { by: string; at: string }) {
  return <p className="faint">{text.resolvedBy(useNameOf(by), moment(at))}</p>
}
