import type { Remand } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { filedQuery } from '../data/case.ts'
import { standingKeys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { CommandDialog } from '../ui/command-form.tsx'
import { ManyField, TextField } from '../ui/fields.tsx'
import { filled } from '../ui/filled.ts'
import { useCommand } from '../ui/use-command.ts'
import { words } from '../words/remands.ts'

const text = words.takeBack

/** That the work has come back: the documents that came, or why there are none. */
export function TakeBackForm({
  caseId,
  remand,
  onClose,
}: {
  caseId: string
  remand: Remand
  onClose: () => void
}) {
  const documents = useQuery(filedQuery(caseId)).data ?? []
  const command = useCommand({
    place: `remand.${remand.id}.return`,
    draft: { why: '', documentIds: [] as readonly string[] },
    check: ({ why, documentIds }) => (documentIds.length > 0 || why.trim() ? undefined : text.missing),
    run: ({ why, documentIds }) =>
      portico().remands.takeBack(caseId, remand.id, {
        ...(documentIds.length > 0 ? { documentIds: [...documentIds] } : {}),
        ...filled({ why }),
      }),
    renews: standingKeys(caseId),
    done: text.done,
    onDone: onClose,
  })
  return (
    <CommandDialog title={text.title} command={command} send={text.send} back={words.back} onClose={onClose}>
      <p>{text.explain}</p>
      <ManyField
        legend={text.documents}
        hint={documents.length === 0 ? text.noDocuments : undefined}
        options={documents.map(({ id, name }) => ({ name: id, label: name }))}
        {...command.field('documentIds')}
      />
      <TextField label={text.why} rows={2} {...command.field('why')} />
    </CommandDialog>
  )
}
