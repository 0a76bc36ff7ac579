import type { DocumentSummary } from '@portico/sdk'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { plainName } from '../../ui/plain-name.ts'
import { words } from '../../words/filing.ts'
import { words as reading } from '../../words/reading.ts'
import { DocumentFields } from './document-fields.tsx'
import type { FilesOnTheirWay } from './use-filing.ts'

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
  const [files, setFiles] = useState(dropped)
  const [problem, setProblem] = useState('')
  const ids = { file: useId(), name: useId(), problem: useId() }
  const [only] = files.length === 1 ? files : []

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (files.length === 0) return setProblem(words.choose)
    const empty = files.find(({ size }) => size === 0)
    if (empty) return setProblem(words.isEmpty(plainName(empty.name)))
    const given = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    const { name = '', documentType, category, receiptDate } = given
    for (const file of files) {
      if (revises) {
        onStart(file, { revises: revises.id })
        continue
      }
      onStart(file, {
        file: {
          name: (only ? name.trim() : '') || nameOf(file),
          ...(documentType ? { documentType } : {}),
          ...(category ? { categories: [category] } : {}),
          ...(receiptDate ? { receiptDate } : {}),
        },
      })
    }
    onClose()
  }

  return (
    <Dialog title={revises ? words.reviseTitle(revises.name) : words.title} onClose={onClose}>
      <form className="fields" onSubmit={save}>
        <label htmlFor={ids.file}>{revises ? words.newVersion : words.files}</label>
        <span>
          <input
            id={ids.file}
            type="file"
            accept={kinds}
            multiple={!revises}
            aria-describedby={ids.problem}
            onChange={(event) => {
              setFiles([...(event.target.files ?? [])])
              setProblem('')
            }}
          />
          {dropped.length > 0 && files === dropped ? (
            <small className="faint">{files.map(({ name }) => plainName(name)).join(', ')}</small>
          ) : null}
        </span>
        {revises ? (
          <p className="hint">{words.reviseHint}</p>
        ) : (
          <>
            {only ? (
              <>
                <label htmlFor={ids.name}>{reading.edit.name}</label>
                <input
                  key={only.name}
                  id={ids.name}
                  name="name"
                  className="field"
                  maxLength={300}
                  defaultValue={nameOf(only)}
                />
              </>
            ) : null}
            <DocumentFields byType={words.byType} />
          </>
        )}
        <p id={ids.problem} className="problem" role="alert">
          {problem}
        </p>
        <Button kind="solid" type="submit">
          {revises ? words.revise : words.file(files.length)}
        </Button>
      </form>
    </Dialog>
  )
}
