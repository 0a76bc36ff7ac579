import { labelIn, useProfile } from '../data/profile.ts'
import { useMe } from '../data/session.ts'
import { words } from '../words/lists.ts'
import { CommandDialog } from './command-form.tsx'
import { SelectField, TextField } from './fields.tsx'
import { filled } from './filled.ts'
import { useCommand } from './use-command.ts'

/** The current filters under a name, for oneself or for a team. */
export function SaveViewDialog({
  place,
  save,
  onClose,
}: {
  /** Where what is typed is kept. */
  place: string
  save: (view: { name: string; team?: string }) => Promise<void>
  onClose: () => void
}) {
  const profile = useProfile()
  const { teams } = useMe()
  const command = useCommand({
    place,
    draft: { name: '', team: '' },
    run: ({ name, team }) => save({ name: name.trim(), ...filled({ team }) }),
    onDone: onClose,
  })
  return (
    <CommandDialog
      title={words.saveViewTitle}
      command={command}
      send={words.save}
      back={words.cancel}
      onClose={onClose}
    >
      <TextField label={words.viewName} required maxLength={100} {...command.field('name')} />
      {teams.length > 0 ? (
        <SelectField
          label={words.shareWith}
          none={words.onlyMe}
          options={teams.map((name) => ({ name, label: labelIn(profile?.teams, name) }))}
          {...command.field('team')}
        />
      ) : null}
    </CommandDialog>
  )
}
