import { type DashboardDetail, PorticoError } from '@portico/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keys } from '../data/keys.ts'
import { useProfile } from '../data/profile.ts'
import { portico } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toasts.tsx'
import { words } from '../words/reports.ts'
import '../ui/form.css'

const text = words.dashboard

/** An administrator says which roles see what a tool has pushed. */
export function DashboardRoles({
  dashboard,
  onClose,
}: {
  dashboard: DashboardDetail['dashboard']
  onClose: () => void
}) {
  const client = useQueryClient()
  const profile = useProfile()
  const [chosen, setChosen] = useState<readonly string[]>(dashboard.roles)
  const save = useMutation({
    mutationFn: () =>
      portico().dashboards.setRoles(dashboard.id, [...chosen], { ifMatch: dashboard.version }),
    onSuccess: () => {
      toast(text.saved)
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.dashboards }),
  })
  return (
    <Dialog title={text.rolesTitle} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (!save.isPending) save.mutate()
        }}
      >
        <fieldset className="field">
          <legend>{dashboard.title}</legend>
          {(profile?.roles ?? [])
            .filter(({ isAdministrator }) => !isAdministrator)
            .map(({ name, label }) => (
              <label key={name} className="choice">
                <input
                  type="checkbox"
                  checked={chosen.includes(name)}
                  onChange={({ target }) =>
                    setChosen(target.checked ? [...chosen, name] : chosen.filter((other) => other !== name))
                  }
                />
                {label}
                {dashboard.suggestedRoles.includes(name) ? (
                  <span className="faint">{text.suggested}</span>
                ) : null}
              </label>
            ))}
          <span className="hint">{text.rolesHint}</span>
        </fieldset>
        <div className="problem" role="alert">
          {save.error instanceof PorticoError ? save.error.message : ''}
        </div>
        <div className="buttons">
          <Button onClick={onClose}>{text.back}</Button>
          <Button type="submit" kind="solid" aria-disabled={save.isPending}>
            {text.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
