import type { DocumentSummary } from '@portico/sdk'
import { type FormEvent, useId, useState } from 'react'
import { useDraft } from '../../data/draft.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { KeptDraftNote } from '../../ui/kept-draft.tsx'
import { words } from '../../words/reading.ts'
import { DocumentFields } from './document-fields.tsx'
import type { Marks } from './use-marks.ts'

/** Name, description, type, date and category of a document. */
export function EditDialog({
  document,
  marks,
  onClose,
}: {
  document: DocumentSummary
  marks: Marks
  onClose: () => void
}) {
  const ids = { name: useId(), description: useId() }

  const [draft, setDraft, clearDraft, kept] = useDraft(`edit.${document.id}`, {
    name: document.name,
    description: document.description ?? '',
    documentType: document.documentType ?? '',
    category: document.categories[0] ?? '',
    receiptDate: document.receiptDate ?? '',
  })
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const { name, description, documentType, receiptDate, category } = draft
    setBusy(true)
    const refused = await marks.edit(
      [document],
      {
        name: name.trim() || document.name,
        description: description.trim(),
        receiptDate: receiptDate || document.receiptDate,
        ...(documentType ? { documentType } : {}),
        ...(category && category !== document.categories[0] ? { categories: [category] } : {}),
      },
      words.edit.saved,
    )
    setBusy(false)
    if (refused !== undefined) return setProblem(words.notSaved(refused))
    clearDraft()
    onClose()
  }

  return (
    <Dialog title={words.edit.title} onClose={onClose}>
      <KeptDraftNote kept={kept} />
      <form
        key={kept ? 'kept' : 'new'}
        className="fields"
        onSubmit={save}
        onChange={({ currentTarget }) =>
          setDraft({ ...draft, ...Object.fromEntries(new FormData(currentTarget)) })
        }
      >
        <label htmlFor={ids.name}>{words.edit.name}</label>
        <input id={ids.name} name="name" className="field" defaultValue={draft.name} maxLength={300} />
        <label htmlFor={ids.description}>{words.edit.description}</label>
        <textarea
          id={ids.description}
          name="description"
          className="field"
          rows={2}
          defaultValue={draft.description}
        />
        <DocumentFields
          documentType={draft.documentType}
          category={draft.category}
          receiptDate={draft.receiptDate}
        />
        <p className="problem" role="alert">
          {problem}
        </p>
        <Button kind="solid" type="submit" aria-disabled={isBusy}>
          {words.edit.save}
        </Button>
      </form>
    </Dialog>
  )
}
