import { useOpenAfterReload } from '../data/draft.ts'
import { standingKeys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { CommandDialog } from '../ui/command-form.tsx'
import { TextField } from '../ui/fields.tsx'
import { useCommand } from '../ui/use-command.ts'
import { words } from '../words/case-page.ts'

const text = words.reopen

/** For a case that was ended in error. */
export function ReopenCase({ caseId }: { caseId: string }) {
  const [form, setForm] = useOpenAfterReload<'reopen'>(`reopen.${caseId}`)
  return (
    <>
      <Button onClick={() => setForm('reopen')}>{text.action}</Button>
      {form ? <ReopenForm caseId={caseId} onClose={() => setForm(undefined)} /> : null}
    </>
  )
}

function ReopenForm({ caseId, onClose }: { caseId: string; onClose: () => void }) {
  const command = useCommand({
    place: `reopen.${caseId}.why`,
    draft: { why: '' },
    check: ({ why }) => (why.trim() ? undefined : text.missing),
    run: ({ why }) => portico().cases.reopen(caseId, why.trim()),
    renews: standingKeys(caseId),
    done: text.done,
    onDone: onClose,
  })
  return (
    <CommandDialog title={text.title} command={command} send={text.send} back={text.back} onClose={onClose}>
      <p>{text.explain}</p>
      <TextField label={text.why} rows={3} {...command.field('why')} />
    </CommandDialog>
  )
}
