import type { DocumentSummary } from '@portico/sdk'
import { CommandDialog } from '../../ui/command-form.tsx'
import { Field, TextField } from '../../ui/fields.tsx'
import { filled } from '../../ui/filled.ts'
import { plainName } from '../../ui/plain-name.ts'
import { useCommand } from '../../ui/use-command.ts'
import { words } from '../../words/filing.ts'
import { words as reading } from '../../words/reading.ts'
import { type DocumentDraft, DocumentFields } from './document-fields.tsx'
import type { FilesOnTheirWay } from './use-filing.ts'

type Draft = DocumentDraft & { files: readonly File[]; name?: string | undefined }

const kinds = '.pdf,.png,.jpg,.jpeg,.tif,.tiff,.docx,.txt'
const nameOf = ({ name }: File) => name.replace(/\.[a-z0-9]{2,5}$/i, '')

/** Files documents into the case, or a new version of one. */
export function FileDialog({
  revises,
  dropped = [],
  onStart,
  onClose,
}: {
  revises?: DocumentSummary | undefined
  /** Files that were let go over the list. */
  dropped?: readonly File[]
  onStart: FilesOnTheirWay['start']
  onClose: () => void
}) {
  const command = useCommand({
    draft: { files: dropped, documentType: '', category: '', receiptDate: '' } as Draft,
    check({ files }) {
      if (files.length === 0) return words.choose
      const empty = files.find(({ size }) => size === 0)
      return empty && words.isEmpty(plainName(empty.name))
    },
    async run({ files, name, ...given }) {
      for (const file of files)
        onStart(
          file,
          revises
            ? { revises: revises.id }
            : { file: { name: (only && name?.trim()) || nameOf(file), ...factsOf(given) } },
        )
    },
    onDone: onClose,
  })
  const { draft, change, field } = command
  const { files } = draft
  const [only] = files.length === 1 ? files : []
  const isDropped = dropped.length > 0 && files === dropped

  return (
    <CommandDialog
      title={revises ? words.reviseTitle(revises.name) : words.title}
      command={command}
      send={revises ? words.revise : words.file(files.length)}
      onClose={onClose}
    >
      <Field
        label={revises ? words.newVersion : words.files}
        hint={isDropped ? files.map(({ name }) => plainName(name)).join(', ') : undefined}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            accept={kinds}
            multiple={!revises}
            onChange={({ target }) => {
              change({ files: [...(target.files ?? [])], name: undefined })
              command.reset()
            }}
          />
        )}
      </Field>
      {revises ? <p className="hint">{words.reviseHint}</p> : null}
      {only && !revises ? (
        <TextField
          label={reading.edit.name}
          maxLength={300}
          value={draft.name ?? nameOf(only)}
          onChange={(name) => change({ name })}
        />
      ) : null}
      {revises ? null : <DocumentFields field={field} byType={words.byType} />}
    </CommandDialog>
  )
}

const factsOf = ({ documentType, category, receiptDate }: DocumentDraft) => ({
  ...filled({ documentType, receiptDate }),
  ...(category ? { categories: [category] } : {}),
})
