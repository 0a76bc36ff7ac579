import type { DocumentSummary } from '@portico/sdk'
import { CommandDialog } from '../../ui/command-form.tsx'
import { TextField } from '../../ui/fields.tsx'
import { useCommand } from '../../ui/use-command.ts'
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
  const command = useCommand({
    place: `removal.${document.id}`,
    draft: { why: '' },
    check: ({ why }) => (why.trim() ? undefined : words.whyMissing),
    async run({ why }) {
      const refused = await onRemove(why.trim())
      if (refused !== undefined) throw new Error(reading.notSaved(refused))
    },
    onDone: onClose,
  })
  return (
    <CommandDialog
      title={words.removeTitle(document.name)}
      command={command}
      send={words.remove}
      onClose={onClose}
    >
      <TextField label={words.why} rows={2} maxLength={2000} {...command.field('why')} />
    </CommandDialog>
  )
}
