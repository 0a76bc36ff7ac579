import type { DocumentSummary } from '@portico/sdk'
import { X } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useDraft } from '../../data/draft.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { KeptDraftNote } from '../../ui/kept-draft.tsx'
import { words } from '../../words/reading.ts'
import { useReading } from '../reading.ts'
import type { Marks } from './use-marks.ts'

/** The tags of the open document, or of all that are selected. */
export function TagDialog({
  documents,
  marks,
  onClose,
}: {
  documents: readonly DocumentSummary[]
  marks: Marks
  onClose: () => void
}) {
  const { caseId, file } = useReading()
  const [one] = documents.length === 1 ? documents : []
  const [text, setText, clearText, kept] = useDraft(`tag.${caseId}.${one?.id ?? 'several'}`, '')
  const [problem, setProblem] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const adding = useRef<string>(undefined)
  const [field, known, problemId] = [useId(), useId(), useId()]
  const tags = [...new Set(documents.flatMap(({ tags }) => tags))].toSorted()
  const all = [...new Set(file.documents.flatMap(({ tags }) => tags))].toSorted()

  /** The text stays until the service has taken it, selected: the next tag is typed over it. */
  async function add(event: FormEvent) {
    event.preventDefault()
    const tag = text.trim()
    if (!tag) return onClose()
    if (adding.current === tag) return
    adding.current = tag
    setProblem('')
    input.current?.select()
    const refused = await marks.tag(documents, tag)
    adding.current = undefined
    if (refused !== undefined) return setProblem(words.marks.notTagged(tag, refused))
    // Something else was typed meanwhile.
    if (input.current && input.current.value !== text) return
    setText('')
    clearText()
  }

  return (
    <Dialog title={words.marks.tagTitle(documents.length)} onClose={onClose}>
      <KeptDraftNote kept={kept} />
      <form className="line-form" onSubmit={add}>
        <label htmlFor={field}>{words.marks.tagLabel}</label>
        <input
          id={field}
          ref={input}
          className="field"
          aria-describedby={problemId}
          maxLength={100}
          list={known}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <datalist id={known}>
          {all.map((tag) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
        <Button kind="solid" type="submit">
          {words.marks.add}
        </Button>
        <p id={problemId} className="problem" role="alert">
          {problem}
        </p>
      </form>
      <ul className="tags">
        {tags.map((tag) => (
          <li key={tag}>
            <Button aria-label={words.marks.removeTag(tag)} onClick={() => void marks.untag(documents, tag)}>
              {tag} <X />
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
