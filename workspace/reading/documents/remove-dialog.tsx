import type { DocumentSummary } from '@portico/sdk'
import { type FormEvent, useId, useState } from 'react'
import { useDraft } from '../../data/draft.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { KeptDraftNote } from '../../ui/kept-draft.tsx'
import { words } from '../../words/filing.ts'
import { words as reading } from '../../words/reading.ts'

/** A document leaves the file with a reason, which stays in the history of the case. */
export function RemoveDialog({
  document,
  onRemove,
  onClose,
}: {
  document: DocumentSummary
  /** Returns the reason if it was refused. */
  onRemove: (why: string) => Promise<string | undefined>
  onClose: () => void
}) {
  const [why, setWhy, clearWhy, kept] = useDraft(`remove.${document.id}`, '')
  const [field, problemId] = [useId(), useId()]
  const [isMissing, setMissing] = useState(false)
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setProblem('')
    if (!why.trim()) return setMissing(true)
    setBusy(true)
    const refused = await onRemove(why.trim())
    setBusy(false)
    if (refused !== undefined) return setProblem(reading.notSaved(refused))
    clearWhy()
    onClose()
  }
  return (
    <Dialog title={words.removeTitle(document.name)} onClose={onClose}>
      <KeptDraftNote kept={kept} />
      <form className="fields" onSubmit={save}>
        <label htmlFor={field}>{words.why}</label>
        <textarea
          id={field}
          className="field"
          rows={2}
          maxLength={2000}
          value={why}
          aria-invalid={isMissing}
          aria-describedby={problemId}
          onChange={(event) => {
            setWhy(event.target.value)
            setMissing(false)
          }}
        />
        <p id={problemId} className="problem" role="alert">
          {isMissing ? words.whyMissing : problem}
        </p>
        <Button kind="solid" type="submit" aria-disabled={isBusy}>
          {words.remove}
        </Button>
      </form>
    </Dialog>
  )
}
