import { Trash2 } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { words } from '../../words/reading.ts'
import type { NoteTaking } from './use-note-taking.ts'

const { notes: text } = words

/** Notes that were left unfinished or could not be saved. One click resumes them. */
export function UnsavedNotes({ taking }: { taking: Pick<NoteTaking, 'aside' | 'resume' | 'discard'> }) {
  if (taking.aside.length === 0) return null
  return (
    <section className="unsaved-notes" aria-label={text.unfinished}>
      <h3>{text.unfinished}</h3>
      <ul>
        {taking.aside.map(({ id, draft, problem }) => (
          <li key={id} className="note">
            <button type="button" className="words" title={text.goOn} onClick={() => taking.resume(id)}>
              {draft.quote ? <q>{draft.quote}</q> : null}
              <span className="comment">{draft.comment || draft.relevantDate}</span>
              <span className="by">
                {draft.replyTo ? text.reply : text.new[draft.kind]} · {text.page(draft.page)}
              </span>
              {problem ? <span className="bad">{words.notSaved(problem)}</span> : null}
            </button>
            <span className="actions">
              <IconButton name={text.discard} icon={<Trash2 />} onClick={() => taking.discard(id)} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
