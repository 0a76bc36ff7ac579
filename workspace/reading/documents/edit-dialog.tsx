import type { DocumentSummary, EditDocument } from '@portico/sdk'
import { type FormEvent, useId, useState } from 'react'
import { useDraft } from '../../data/draft.ts'
import { ownChanges } from '../../data/own-changes.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { KeptDraftNote } from '../../ui/kept-draft.tsx'
import { words } from '../../words/reading.ts'
import { DocumentFields } from './document-fields.tsx'
import type { Marks } from './use-marks.ts'

type Fields = ReturnType<typeof fieldsOf>
type Draft = Fields & {
  /** As the document was when the form was opened. */
  was?: Fields
}

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

  const now = fieldsOf(document)
  const [{ was = now, ...draft }, setDraft, clearDraft, kept] = useDraft<Draft>(`edit.${document.id}`, {
    ...now,
    was: now,
  })
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const { changed, clashes } = ownChanges(was, draft, now)
    if (clashes.length) {
      setDraft({ ...draft, was: { ...was, ...only(now, clashes) } })
      return setProblem(words.notSaved(clashed(clashes)))
    }
    const edit = editOf(only(draft, changed))
    setBusy(true)
    let found = now
    const clashOf = (other: DocumentSummary) => {
      found = fieldsOf(other)
      const { clashes } = ownChanges(was, draft, found)
      return clashes.length ? clashed(clashes) : undefined
    }
    const refused =
      Object.keys(edit).length > 0
        ? await marks.editSeen(document, edit, { done: words.edit.saved, clashOf })
        : undefined
    setBusy(false)
    if (refused !== undefined) setDraft({ ...draft, was: { ...was, ...only(found, changed) } })
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
          setDraft({ ...draft, ...Object.fromEntries(new FormData(currentTarget)), was })
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

const fieldsOf = ({ name, description, documentType, categories, receiptDate }: DocumentSummary) => ({
  name,
  description: description ?? '',
  documentType: documentType ?? '',
  category: categories[0] ?? '',
  receiptDate: receiptDate ?? '',
})

const clashed = (names: readonly (keyof Fields)[]) =>
  words.edit.changedMeanwhile(names.map((name) => words.edit[name]))

const only = (fields: Fields, names: readonly (keyof Fields)[]): Partial<Fields> =>
  Object.fromEntries(names.map((name) => [name, fields[name]]))

/** Only a description can be made empty. */
function editOf({ name, description, documentType, category, receiptDate }: Partial<Fields>): EditDocument {
  return {
    ...(name?.trim() ? { name: name.trim() } : {}),
    ...(description === undefined ? {} : { description: description.trim() }),
    ...(documentType ? { documentType } : {}),
    ...(category ? { categories: [category] } : {}),
    ...(receiptDate ? { receiptDate } : {}),
  }
}
