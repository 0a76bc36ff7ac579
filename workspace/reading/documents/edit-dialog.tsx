import type { DocumentSummary, EditDocument } from '@portico/sdk'
import { ownChanges } from '../../data/own-changes.ts'
import { CommandDialog } from '../../ui/command-form.tsx'
import { TextField } from '../../ui/fields.tsx'
import { filled } from '../../ui/filled.ts'
import { useCommand } from '../../ui/use-command.ts'
import { words } from '../../words/reading.ts'
import { DocumentFields } from './document-fields.tsx'
import type { Marks } from './use-marks.ts'

type Fields = ReturnType<typeof fieldsOf>
type Draft = Fields & {
  /** As the document was when the form was opened. */
  was: Fields
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
  const current = fieldsOf(document)
  const command = useCommand({
    place: `edit.${document.id}`,
    draft: (): Draft => ({ ...current, was: current }),
    async run({ was, ...mine }) {
      /** What is refused is shown, and saved if it is sent again. */
      const refusal = (text: string, seen: Partial<Fields>) => {
        command.change({ was: { ...was, ...seen } })
        return new Error(words.notSaved(text))
      }
      const { changed, clashes } = ownChanges(was, mine, current)
      if (clashes.length > 0) throw refusal(clashed(clashes), only(current, clashes))
      const edit = editOf(only(mine, changed))
      if (Object.keys(edit).length === 0) return
      let found = current
      const clashOf = (other: DocumentSummary) => {
        found = fieldsOf(other)
        const { clashes } = ownChanges(was, mine, found)
        return clashes.length > 0 ? clashed(clashes) : undefined
      }
      const refused = await marks.editSeen(document, edit, { done: words.edit.saved, clashOf })
      if (refused !== undefined) throw refusal(refused, only(found, changed))
    },
    onDone: onClose,
  })
  const { field } = command

  return (
    <CommandDialog title={words.edit.title} command={command} send={words.edit.save} onClose={onClose}>
      <TextField label={words.edit.name} maxLength={300} {...field('name')} />
      <TextField label={words.edit.description} rows={2} {...field('description')} />
      <DocumentFields field={field} />
    </CommandDialog>
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
    ...filled({ name, documentType, receiptDate }),
    ...(description === undefined ? {} : { description: description.trim() }),
    ...(category ? { categories: [category] } : {}),
  }
}
