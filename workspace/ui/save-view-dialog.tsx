import { PorticoError } from '@portico/sdk'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { useDraft } from '../data/draft.ts'
import { labelIn, useProfile } from '../data/profile.ts'
import { useMe } from '../data/session.ts'
import { words } from '../words/lists.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import './form.css'

/** The filters of now under a name, for oneself or for a team. */
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
  const id = useId()
  const profile = useProfile()
  const { teams } = useMe()
  const [draft, setDraft, clearDraft] = useDraft(place, { name: '', team: '' })
  const { name, team } = draft
  const saving = useMutation({
    mutationFn: () => save({ name: name.trim(), ...(team ? { team } : {}) }),
    onSuccess: () => {
      clearDraft()
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() && !saving.isPending) saving.mutate()
  }
  return (
    <Dialog title={words.saveViewTitle} onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <div className="field">
          <label htmlFor={`${id}-name`}>{words.viewName}</label>
          <input
            id={`${id}-name`}
            value={name}
            maxLength={100}
            onChange={({ target }) => setDraft({ ...draft, name: target.value })}
          />
        </div>
        {teams.length > 0 ? (
          <div className="field">
            <label htmlFor={`${id}-team`}>{words.shareWith}</label>
            <select
              id={`${id}-team`}
              value={team}
              onChange={({ target }) => setDraft({ ...draft, team: target.value })}
            >
              <option value="">{words.onlyMe}</option>
              {teams.map((one) => (
                <option key={one} value={one}>
                  {labelIn(profile?.teams, one)}
                </option>
              ))}
            </select>
          </div>
        ) : null}
        <div className="problem" role="alert">
          {saving.error instanceof PorticoError ? saving.error.message : ''}
        </div>
        <div className="buttons">
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" kind="solid">
            {words.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
